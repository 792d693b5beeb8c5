/// A mapping from a folder of sources to the path that workers see: `FROM=TO`.
package struct PathMapping: Hashable, Sendable {
  let from: String
  private let to: String

  /// Parses `FROM=TO`; `nil` unless both are absolute.
  package init?(text: String) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts.allSatisfy({ $0.hasPrefix("/") }) else { return nil }
    (from, to) = (Self.folder(parts[0]), Self.folder(parts[1]))
  }

  private static func folder(_ path: String) -> String {
    path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// Returns the path that workers see; `nil` if `path` is not below `from`.
  func mapped(_ path: String) -> String? {
    guard path.hasPrefix(from + "/") else { return nil }
    return to + path.dropFirst(from.count)
  }
}

extension [PathMapping] {
  /// Returns the map with the longest prefix that matches, and the path that workers see.
  ///
  /// `own` is the path with symbolic links resolved. The result is `nil` if no map matches.
  func workerPath(_ path: String, own: String) -> (map: PathMapping, path: String)? {
    for map in sorted(by: { $0.from.count > $1.from.count }) {
      if let workerPath = map.mapped(path) ?? map.mapped(own) { return (map, workerPath) }
    }
    return nil
  }
}
