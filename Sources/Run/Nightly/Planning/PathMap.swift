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
    path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// A path as workers see it; `nil` for one that lies elsewhere.
  func mapped(_ path: String) -> String? {
    guard path.hasPrefix(from + "/") else { return nil }
    return to + path.dropFirst(from.count)
  }
}

extension [PathMap] {
  /// A source where workers see it, by the longest map that fits its path or the file's own.
  ///
  /// - Parameters:
  ///   - path: the source's.
  ///   - own: where that leads over links.
  /// - Returns: the map and the path; `nil` where none fits.
  func seen(_ path: String, own: String) -> (map: PathMap, path: String)? {
    for map in sorted(by: { $0.from.count > $1.from.count }) {
      if let seen = map.mapped(path) ?? map.mapped(own) { return (map, seen) }
    }
    return nil
  }
}
