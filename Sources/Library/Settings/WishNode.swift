import EditDecisions
import Yams

/// Reads a person's wishes of one video out of gazecut.yaml.
struct WishNode {
  let path: String

  /// The keys under a video that are lists of wishes.
  static let keys = ["never", "always", "moved", "framing"]

  /// Whether a key holds wishes: `framing` is a section of settings too, unless it is a list.
  static func isWish(_ key: String?, _ value: Node) -> Bool {
    guard let key, keys.contains(key) else { return false }
    return key != "framing" || value.sequence != nil
  }

  /// The wishes of a list.
  ///
  /// - Throws: `SettingsError` naming the line.
  func wishes(_ key: Node, _ value: Node) throws -> [Wish] {
    let name = key.string ?? ""
    guard let items = value.sequence else {
      throw SettingsError(in: path, key, "'\(name)' is a list, as \(Self.example(name))")
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

  /// A wish as it is written on one line.
  private func text(_ name: String, _ item: Node) throws -> String {
    switch name {
    case "never", "always":
      guard let span = item.string else {
        throw SettingsError(
          in: path, item, "'\(name)' is a list of stretches, as \(Self.example(name))")
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
        in: path, item, "say one of layout, window and hold, as \(Self.example("framing"))")
    }
    switch look {
    case "layout": return "\(place) layout \(given[look] ?? "")"
    case "window":
      let edges = try members(item.mapping?["window"] ?? item, "window", known: ["x", "y"])
      return place
        + ["x", "y"].compactMap { edge in edges[edge].map { " \(edge) \($0)" } }.joined()
    default:
      guard given[look] == "true" else {
        throw SettingsError(in: path, item, "'hold' can only be true; take the wish out to end it")
      }
      return "\(place) hold"
    }
  }

  /// The members of a map by their names; what is no scalar is empty.
  private func members(
    _ node: Node, _ name: String, known: [String]
  ) throws -> [String: String] {
    guard let mapping = node.mapping else {
      throw SettingsError(in: path, node, "'\(name)' holds maps, as \(Self.example(name))")
    }
    var members: [String: String] = [:]
    for (key, value) in mapping {
      guard let word = key.string, known.contains(word) else {
        let word = key.string ?? ""
        throw SettingsError(
          in: path,
          key, "'\(word)' is nothing that '\(name)' has" + Nearest.hint(for: word, among: known))
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
