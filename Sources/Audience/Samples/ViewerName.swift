/// The one form of a viewer's name: import stores its pseudonym, and forget looks for it.
package enum ViewerName {
  /// The most bytes of UTF-8 that a name may have.
  package static let longest = 256

  /// The name without white space around it.
  ///
  /// - Returns: `nil` for no name at all, for one longer than `longest`, and for one that was no
  ///   UTF-8 and could only be read with marks of replacement in it: people would merge.
  package static func plain(_ text: String) -> String? {
    let name = text.withoutSpaceAround
    guard !name.isEmpty else { return nil }
    return name.utf8.count <= longest && !name.unicodeScalars.contains("\u{FFFD}") ? name : nil
  }

  /// What `plain` asks for, in words for messages.
  package static let rule = "a name is UTF-8, 1 to \(longest) bytes"
}
