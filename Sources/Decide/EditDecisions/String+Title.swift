extension String {
  /// Maximum characters of a title; longer ones would not fit on two lines of a clip.
  package static let maximumTitleLength = 200

  /// The rules for a title, for error messages.
  package static let titleRules =
    "one line of at most \(maximumTitleLength) characters, without control characters"

  /// Whether the text follows the rules of `titleRules` and has no U+FFFD (from invalid bytes).
  package var isTitle: Bool {
    !isEmpty && count <= Self.maximumTitleLength && !contains(where: \.isNewline)
      && unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0 != "\u{FFFD}" }
  }
}
