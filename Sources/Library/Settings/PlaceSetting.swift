import Yams

/// A place of `timelines:` in gazecut.yaml, as it is written there: its keys and values, each with
/// its line.
///
/// What the keys mean is for whoever takes files from the place to know.
package struct PlaceSetting: Sendable, Hashable {
  /// A value as a flag would have it: a list as `a,b`, a map as `a=1,b=2`.
  package struct Value: Sendable, Hashable {
    package var text: String
    package var origin: SettingsError.Origin
  }

  /// Where the place begins.
  package var origin: SettingsError.Origin
  /// Its values by their keys.
  package var values: [String: Value]
}

/// Reads the places of `timelines:` out of gazecut.yaml.
struct PlaceNode {
  let path: String

  /// The places of a list, in its order.
  ///
  /// - Throws: `SettingsError` naming the line.
  func places(_ key: Node, _ value: Node) throws -> [PlaceSetting] {
    if value.null != nil { return [] }
    guard let items = value.sequence else {
      throw SettingsError(in: path, key, "'timelines' is a list of places, as \(Self.example)")
    }
    return try items.map { item in
      guard let mapping = item.mapping else {
        throw SettingsError(in: path, item, "a place is written as \(Self.example)")
      }
      var values: [String: PlaceSetting.Value] = [:]
      for (name, member) in mapping {
        guard let word = name.string, let text = member.flat() else {
          throw SettingsError(
            in: path, name, "'\(name.string ?? "")' has a value of the wrong kind")
        }
        values[word] = PlaceSetting.Value(text: text, origin: name.origin(in: path))
      }
      return PlaceSetting(origin: item.origin(in: path), values: values)
    }
  }

  private static let example = #"- {folder: timelines, pattern: "{video}/{viewer}"}"#
}

extension SettingsError {
  /// What is wrong at a place of a configuration file.
  init(in path: String, _ node: Node, _ message: String) {
    self.init(origin: node.origin(in: path), message: message)
  }
}

extension Node {
  /// Where it stands in a file.
  func origin(in path: String) -> SettingsError.Origin { .file(path, line: mark?.line ?? 1) }

  /// A scalar as it stands, a list as `a,b`, a map as `a=1,b=2`: the form flags use.
  ///
  /// - Parameter ending: what follows each item of a list, in the place of commas between them.
  /// - Returns: the text; `nil` for what lies deeper.
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
