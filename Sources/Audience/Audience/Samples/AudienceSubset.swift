/// A part of the audience: everyone, or the viewers with all of the given labels.
package struct AudienceSubset: Hashable, Sendable, CustomStringConvertible {
  package static let everyone = AudienceSubset([])
  /// The text for the whole audience in settings and options.
  package static let everyoneWord = "all"

  /// The labels in order, at most one per name; empty for everyone.
  package let labels: [ViewerLabel]

  package init(_ labels: [ViewerLabel]) { self.labels = Set(labels).sorted() }

  /// Parses `all`, `age=child`, or `age=child,country=de` (viewers with both); each name occurs
  /// once.
  package init?(text: String) {
    guard text != Self.everyoneWord else {
      self = .everyone
      return
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= ViewerLabel.most else { return nil }
    let labels = parts.compactMap { ViewerLabel(text: $0) }
    guard labels.count == parts.count, Set(labels.map(\.name)).count == labels.count else {
      return nil
    }
    self.init(labels)
  }

  package var isEveryone: Bool { labels.isEmpty }

  package var description: String {
    isEveryone ? Self.everyoneWord : labels.map(\.description).joined(separator: ",")
  }
}
