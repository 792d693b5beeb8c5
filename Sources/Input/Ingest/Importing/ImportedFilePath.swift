import Foundation
import Importers
import Library
package import Workspace

/// The path by which the library recognises an imported file; it stores a keyed hash (HMAC) of it.
package enum ImportedFilePath {
  /// The absolute path for a path that the user typed.
  static func path(_ file: String) -> String {
    // The address of a database does not depend on a folder.
    guard (try? DatabaseAddress(file)) == nil else { return file }
    return URL(fileURLWithPath: file).standardizedFileURL.path
  }

  /// The absolute path, or one relative to the library, which can be moved with its content.
  package static func path(_ file: String, in library: LibraryFolder) -> String {
    library.shown(path(file))
  }
}

extension ImportError {
  static let namingRemedy =
    "import it alone with --viewer NAME; if files with the same name belong to one viewer, "
    + "use --viewer-from file"

  init(_ refusal: StoreRejection, file: String, replacing: String?) {
    switch refusal {
    case .otherViewersSession:
      self.init(
        of: file,
        "one of its session IDs belongs to another viewer of the video",
        "give every session of a video its own ID; if the file corrects an "
          + "earlier one, use --replace with the path of that file")
    case .namedLikeAnother(let other):
      self.init(
        of: file,
        "only the file name identifies the viewer, and another file with that name "
          + "and other content was imported before ('\(other)')",
        Self.namingRemedy + "; if it corrects that file, use --replace with its path or "
          + "that label")
    case .shorter(let sessions, let now, let before):
      self.init(
        of: file,
        ImportReport.shorter(sessions: sessions, now: now, before: before),
        "copy the whole file again; if it is complete, use "
          + "`gazecut import FORMAT FILE --replace FILE`")
    case .noSuchFile:
      self.init(
        .notFound, of: file, "nothing was imported from \(replacing ?? "it")",
        "give --replace the earlier file's path, or its label in `gazecut status --sessions`"
      )
    case .ambiguousFile(let count):
      self.init(
        of: file,
        "\(count) imported files match \(replacing ?? "it")",
        "use --replace with the full path of that file, as it was imported")
    }
  }
}
