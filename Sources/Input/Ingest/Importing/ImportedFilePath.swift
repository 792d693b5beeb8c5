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

  /// The absolute path, or the path relative to the library if the file is inside.
  ///
  /// So the library can be moved with its content.
  package static func path(_ file: String, in library: LibraryFolder) -> String {
    library.shown(path(file))
  }
}

extension ImportError {
  /// The remedy if files of different viewers have the same name.
  static let namingRemedy =
    "import it by itself with --viewer NAME; where files of one name are one viewer's, "
    + "--viewer-from file takes each as a viewing of its own"

  /// The error for a file that the library rejected.
  init(_ refusal: StoreRejection, file: String, replacing: String?) {
    switch refusal {
    case .otherViewersSession:
      self.init(
        of: file,
        "the id of one of its sessions stands for another viewer's session of the video",
        "give every session of a video an id of its own; or, where the file corrects an "
          + "earlier one, --replace and that one's path")
    case .namedLikeAnother(let other):
      self.init(
        of: file,
        "nothing but the file's name says who watched, and another file of that name, "
          + "with other content, was imported before ('\(other)')",
        Self.namingRemedy + "; where it corrects that file, --replace and its path, or "
          + "that label")
    case .shorter(let sessions, let now, let before):
      self.init(
        of: file,
        ImportReport.shorter(sessions: sessions, now: now, before: before),
        "copy the file again, whole; where less is right, "
          + "`gazecut import FORMAT FILE --replace FILE` takes it")
    case .noSuchFile:
      self.init(
        .notFound, of: file, "nothing was imported from \(replacing ?? "it")",
        "give --replace the earlier file's path, or its label in `gazecut status --sessions`"
      )
    case .ambiguousFile(let count):
      self.init(
        of: file,
        "\(count) files that were imported are called as \(replacing ?? "it")",
        "give --replace the path of the one that is meant, as it was imported")
    }
  }
}
