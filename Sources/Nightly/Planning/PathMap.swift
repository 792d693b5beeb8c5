import Foundation
import Media
import Rendering

/// Where workers of a plan see a folder of sources: `FROM=TO`.
package struct PathMap: Hashable, Sendable {
  let from: String
  private let to: String

  /// Reads `FROM=TO`; `nil` unless both are absolute.
  package init?(text: String) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts.allSatisfy({ $0.hasPrefix("/") }) else { return nil }
    (from, to) = (Self.folder(parts[0]), Self.folder(parts[1]))
  }

  /// Without the slash at its end.
  private static func folder(_ path: String) -> String {
    path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// A path as workers see it; `nil` for one that lies elsewhere.
  func mapped(_ path: String) -> String? {
    guard path.hasPrefix(from + "/") else { return nil }
    return to + path.dropFirst(from.count)
  }
}

extension RenderJob {
  /// Has its source where workers see it, by the longest map that fits its path or, where that
  /// leads over links, the file's own.
  ///
  /// - Returns: the map; `nil` where none fits.
  mutating func map(_ maps: [PathMap]) -> PathMap? {
    let paths = [
      source.info.path, URL(fileURLWithPath: source.info.path).resolvingSymlinksInPath().path,
    ]
    for map in maps.sorted(by: { $0.from.count > $1.from.count }) {
      guard let seen = paths.lazy.compactMap(map.mapped).first else { continue }
      source.info.path = seen
      return map
    }
    return nil
  }
}
