import Yams

/// A watched folder or a database, an entry of `timelines:` in gazecut.yaml: its keys with lines.
package struct InputSourceSetting: Sendable, Hashable {
  /// A value in the form of a command-line option: a list as `a,b`, a map as `a=1,b=2`.
  package struct Value: Sendable, Hashable {
    package var text: String
    package var origin: SettingsError.Origin
  }

  package var origin: SettingsError.Origin
  package var values: [String: Value]

  /// Reads all entries of the file `path`.
  static func all(_ key: Node, _ value: Node, in path: String) throws -> [InputSourceSetting] {
    if value.null != nil { return [] }
    guard let items = value.sequence else {
      throw SettingsError(in: path, key, "'timelines' must be a list, for example \(example)")
    }
    return try items.map { item in
      guard let mapping = item.mapping else {
        throw SettingsError(
          in: path, item, "an entry of timelines must be written as \(example)")
      }
      var values: [String: InputSourceSetting.Value] = [:]
      for (name, member) in mapping {
        guard let word = name.string, let text = member.flat() else {
          throw SettingsError(
            in: path, name, "'\(name.string ?? "")' has a value of the wrong kind")
        }
        values[word] = InputSourceSetting.Value(text: text, origin: name.origin(in: path))
      }
      return InputSourceSetting(origin: item.origin(in: path), values: values)
    }
  }

  private static let example = #"- {folder: timelines, pattern: "{video}/{viewer}"}"#
}

extension SettingsError {
  init(in path: String, _ node: Node, _ message: String) {
    self.init(origin: node.origin(in: path), message: message)
  }
}

extension Node {
  func origin(in path: String) -> SettingsError.Origin { .file(path, line: mark?.line ?? 1) }

  /// The value as a command-line option, a list as `a,b`, a map as `a=1,b=2`; `nil` if nested.
  ///
  /// With `ending`, each item of a list ends with it, and there are no commas.
  func flat(ending: String? = nil) -> String? {
    if let scalar { return scalar.string }
    if let sequence {
      let items = sequence.compactMap { $0.scalar?.string }
      guard items.count == sequence.count else { return nil }
      return ending.map { ending in items.map { $0 + ending }.joined() }
        ?? items.joined(separator: ",")
    }
    guard let mapping else { return nil }
    let items = mapping.compactMap { key, value -> String? in
      guard let name = key.scalar?.string, let text = value.scalar?.string else { return nil }
      return "\(name)=\(text)"
    }
    return items.count == mapping.count ? items.joined(separator: ",") : nil
  }
}
