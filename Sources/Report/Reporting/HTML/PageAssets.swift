import Mustache

/// The templates, styles and scripts of the pages, from the folder `Resources`.
enum PageAssets {
  /// The Mustache templates, each also a partial of the others.
  ///
  /// `{{ }}` escapes a value, `{{{ }}}` inserts markup. Throws if a template is malformed.
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

  /// The style of a video's page: light and dark, for paper and for any width.
  ///
  /// The colours of data are those of Okabe and Ito (2008), which people with any kind of colour
  /// vision can distinguish. Each of them also has a dash pattern or a label.
  static let videoStyle = text(
    PackageResources.base_css, PackageResources.clips_css, PackageResources.screens_css)
  /// The style of the index, without rules for elements that it does not have.
  ///
  /// In a page of a thousand rows each rule with a descendant selector costs time.
  static let indexStyle = text(PackageResources.base_css, PackageResources.screens_css)

  /// The script of a video's page; without it the page shows plain tables.
  static let videoScript = text(PackageResources.video_js, PackageResources.desk_js)
  /// The script of the index: it filters rows by text and sorts them by column.
  static let indexScript = text(PackageResources.index_js)

  private static func text(_ files: [UInt8]...) -> String {
    files.map { String(decoding: $0, as: UTF8.self) }.joined()
  }
}
