extension String {
  /// Maximum characters of a title; longer ones would not fit on two lines of a clip.
  package static let longestTitle = 200

  /// The rules for a title, for error messages.
  package static let titleForm =
    "one line of at most \(longestTitle) characters, without control characters"

  /// Whether the text follows the rules of `titleForm` and has no U+FFFD (from invalid bytes).
  package var isTitle: Bool {
    !isEmpty && count <= Self.longestTitle && !contains(where: \.isNewline)
      && unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control && $0 != "\u{FFFD}"
      }
  }
}
