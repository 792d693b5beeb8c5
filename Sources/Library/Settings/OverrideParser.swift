import EditDecisions
import Overrides
import Support
import Yams

struct OverrideParser {
  let path: String

  /// The keys of a video's entry that are lists of overrides.
  static let keys = ["never", "always", "moved", "framing"]

  /// Whether a key contains overrides; `framing` may also be a section of settings.
  static func isWish(_ key: String?, _ value: Node) -> Bool {
    guard let key, keys.contains(key) else { return false }
    return key != "framing" || value.sequence != nil
  }

  func wishes(_ key: Node, _ value: Node) throws -> [Wish] {
    let name = key.string ?? ""
    guard let items = value.sequence else {
      throw SettingsError(
        in: path, key, "'\(name)' must be a list, for example \(Self.example(name))")
    }
    return try items.map { item in
      let text = try text(name, item)
      do {
        return try Wish(text: text)
      } catch {
        throw SettingsError(in: path, item, "\(error)")
      }
    }
  }

  /// Returns an override in the form of the `wish` command.
  private func text(_ name: String, _ item: Node) throws -> String {
    switch name {
    case "never", "always":
      guard let span = item.string else {
        throw SettingsError(
          in: path, item,
          "'\(name)' must be a list of time ranges, for example \(Self.example(name))")
      }
      return "\(name) \(span)"
    case "moved":
      let given = try members(item, name, known: ["near", "start", "end"])
      return
        (["move", given["near"] ?? ""]
        + ["start", "end"].flatMap { edge in given[edge].map { [edge, $0] } ?? [] })
        .joined(separator: " ")
    default:
      return try framing(item)
    }
  }

  private func framing(_ item: Node) throws -> String {
    let given = try members(item, "framing", known: ["in", "layout", "window", "hold"])
    let place = "frame \(given["in"] ?? "")"
    let looks = ["layout", "window", "hold"].filter { given[$0] != nil }
    guard looks.count == 1, let look = looks.first else {
      throw SettingsError(
        in: path, item,
        "write exactly one of layout, window and hold, for example \(Self.example("framing"))")
    }
    switch look {
    case "layout": return "\(place) layout \(given[look] ?? "")"
    case "window":
      let edges = try members(item.mapping?["window"] ?? item, "window", known: ["x", "y"])
      return place
        + ["x", "y"].compactMap { edge in edges[edge].map { " \(edge) \($0)" } }.joined()
    default:
      guard given[look] == "true" else {
        throw SettingsError(in: path, item, "'hold' can only be true; to end it, remove the entry")
      }
      return "\(place) hold"
    }
  }

  /// The members of a map by name; nested values become empty.
  private func members(_ node: Node, _ name: String, known: [String]) throws -> [String: String] {
    guard let mapping = node.mapping else {
      throw SettingsError(
        in: path, node, "'\(name)' must contain maps, for example \(Self.example(name))")
    }
    var members: [String: String] = [:]
    for (key, value) in mapping {
      guard let word = key.string, known.contains(word) else {
        let word = key.string ?? ""
        throw SettingsError(
          in: path,
          key, "'\(name)' has no key '\(word)'" + SpellingSuggestion.hint(for: word, among: known))
      }
      members[word] = value.scalar?.string ?? ""
    }
    return members
  }

  private static func example(_ name: String) -> String {
    switch name {
    case "never", "always": "\(name): [3:10-3:30]"
    case "moved": "moved: [{near: 1:27, start: -2, end: +1.5}]"
    default: "framing: [{in: 1:27-1:45, layout: fit}, {in: 4:00-4:20, window: {x: 410}}]"
    }
  }
}
