import CProcess
import Foundation
import Pages
import Settings
import Workspace

/// What of a library the one whom it belongs to cannot write.
///
/// A command that root ran in another user's library leaves folders and files of root's, and every
/// later night of the owner's fails on them.
struct Writability {
  /// Whom the library belongs to.
  private let owner: uid_t
  private let group: gid_t
  private let paths: [String]

  /// Looks at a library, the folders it writes into, and the files it writes in place.
  init?(_ library: LibraryFolder, _ settings: Settings) {
    var status = stat()
    guard stat(library.path, &status) == 0 else { return nil }
    owner = status.st_uid
    group = status.st_gid
    let (output, shorts) = (library.outputPath(settings), library.shorts(settings))
    let videos = (try? FileManager.default.contentsOfDirectory(atPath: shorts)) ?? []
    var paths = [library.path] + ["", "-wal", "-shm"].map { library.path + "/gazecut.sqlite" + $0 }
    paths += [library.path + "/gazecut.key", output, shorts]
    for video in videos.sorted() {
      let files = ClipFiles(folder: shorts + "/" + video)
      for shape in ClipShape.allFolders {
        let clips = files.inside(shape)
        paths += [
          clips.folder, clips.path(ClipNames.latest), files.retired.inside(shape).folder,
        ]
      }
    }
    self.paths = paths + PageFolder(of: library, settings).folders
  }

  /// The paths that are there and not to be written, by the library's owner or by who asks.
  var refused: [String] {
    var seen: Set<String> = []
    return paths.filter { path in
      var status = stat()
      guard seen.insert(path).inserted, stat(path, &status) == 0 else { return false }
      return !Self.mayWrite(status, user: owner, group: group) || access(path, W_OK) != 0
    }
  }

  /// Whether the mode of a file lets a user write it; root may write everything.
  static func mayWrite(_ status: stat, user: uid_t, group: gid_t) -> Bool {
    if user == 0 { return true }
    let mine = status.st_uid == user ? S_IWUSR : status.st_gid == group ? S_IWGRP : S_IWOTH
    return status.st_mode & mine != 0
  }

  /// What to do about them.
  static func remedy(_ paths: [String], in library: String) -> String {
    let shown = paths.prefix(3).joined(separator: ", ")
    let more = paths.count > 3 ? " and \(paths.count - 3) more" : ""
    return "cannot be written by the library's owner: \(shown)\(more); "
      + "chown -R --reference='\(library)' '\(library)', and chmod u+w where that is missing"
  }
}
