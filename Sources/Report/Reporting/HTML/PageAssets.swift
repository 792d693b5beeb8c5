import Mustache

/// The templates, styles and scripts of the pages: the files of `Resources`.
enum PageAssets {
  /// The Mustache templates, each also a partial of the others.
  ///
  /// `{{ }}` escapes a value, `{{{ }}}` takes one that is markup already.
  ///
  /// - Throws: where a template is malformed, which a test would have found.
  static func templates() throws -> MustacheLibrary {
    var library = MustacheLibrary()
    for (name, bytes) in [
      ("shell", PackageResources.shell_mustache), ("video", PackageResources.video_mustache),
      ("clip", PackageResources.clip_mustache), ("refusal", PackageResources.refusal_mustache),
      ("command", PackageResources.command_mustache), ("desk", PackageResources.desk_mustache),
      ("index", PackageResources.index_mustache), ("row", PackageResources.row_mustache),
    ] { try library.register(text(bytes), named: name) }
    return library
  }

  /// The style of a video's page, light and dark, on paper and at any width.
  ///
  /// The colours of data are those of Okabe and Ito (2008), which people with any kind of colour
  /// vision can tell apart. Each of them also has a dash or a label of its own.
  static let videoStyle = text(
    PackageResources.base_css, PackageResources.clips_css, PackageResources.screens_css)
  /// The style of the index, without rules that the index has no element for: in a page of a
  /// thousand rows every rule that looks at descendants costs time.
  static let indexStyle = text(PackageResources.base_css, PackageResources.screens_css)

  /// The script of a video's page, which is plain tables without it.
  static let videoScript = text(PackageResources.video_js, PackageResources.desk_js)
  /// The script of the index: rows are found by typing and sorted by a click.
  static let indexScript = text(PackageResources.index_js)

  private static func text(_ files: [UInt8]...) -> String {
    files.map { String(decoding: $0, as: UTF8.self) }.joined()
  }
}
