import Foundation
import Importers
import Library
package import Workspace

/// The path of which the library keeps a keyed hash (HMAC) for an imported file.
package enum ImportedFilePath {
  /// The absolute path of what a person typed.
  static func path(_ file: String) -> String {
    // Where a database is does not depend on any folder.
    guard (try? DatabaseAddress(file)) == nil else { return file }
    return URL(fileURLWithPath: file).standardizedFileURL.path
  }

  /// What a file is known by: its absolute path, or the way from the library to it where it lies
  /// inside, since a library may be moved with all it holds.
  package static func path(_ file: String, in library: LibraryFolder) -> String {
    library.shown(path(file))
  }
}

extension ImportError {
  /// What tells viewers apart whose files have one name, and makes nobody of two.
  static let namingRemedy =
    "import it by itself with --viewer NAME; where files of one name are one viewer's, "
    + "--viewer-from file takes each as a viewing of its own"

  /// Why the library did not take a file, in the words of an import.
  init(_ refusal: StoreRejection, file: String, replacing: String?) {
    switch refusal {
    case .anothersSession:
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
