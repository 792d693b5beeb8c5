/// Which part of an audience is meant: everyone, or those who carry all of some labels.
package struct AudiencePart: Hashable, Sendable, CustomStringConvertible {
  package static let everyone = AudiencePart([])
  /// The word for the whole audience.
  package static let everyoneWord = "all"

  /// The labels, in order, one a name; none is everyone.
  package let labels: [ViewerLabel]

  /// The viewers with all of these labels.
  package init(_ labels: [ViewerLabel]) { self.labels = Set(labels).sorted() }

  /// Reads `all`, `age=child`, or `age=child,country=de` for viewers with both labels.
  ///
  /// - Returns: `nil` for anything else, and for a name that stands twice: nobody has two values.
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

  /// As `init(text:)` reads it.
  package var description: String {
    isEveryone ? Self.everyoneWord : labels.map(\.description).joined(separator: ",")
  }
}
