/// A part of the audience: everyone, or the viewers who have all of the given labels.
package struct AudiencePart: Hashable, Sendable, CustomStringConvertible {
  package static let everyone = AudiencePart([])
  /// The text that stands for the whole audience in settings and options.
  package static let everyoneWord = "all"

  /// The labels in order, at most one per name; empty for everyone.
  package let labels: [ViewerLabel]

  /// Creates the part of the viewers who have all of these labels.
  package init(_ labels: [ViewerLabel]) { self.labels = Set(labels).sorted() }

  /// Parses `all`, `age=child`, or `age=child,country=de` (viewers with both labels).
  ///
  /// - Returns: `nil` for any other text, and if a name occurs twice, since a viewer has only one
  ///   value per name.
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

  /// Whether the whole audience is meant.
  package var isEveryone: Bool { labels.isEmpty }

  /// The text that `init(text:)` parses.
  package var description: String {
    isEveryone ? Self.everyoneWord : labels.map(\.description).joined(separator: ",")
  }
}
