import CProcess
import Foundation
import Reporting
import Settings
import Workspace

/// Finds files and folders of a library that its owner cannot write.
///
/// If root runs a command in another user's library, it leaves folders and files that belong to
/// root. Later runs of the owner then fail.
struct UnwritablePaths {
  /// User ID of the library folder's owner.
  private let owner: uid_t
  private let group: gid_t
  private let paths: [String]

  /// Collects the folders and files that gazecut writes; `nil` if the library folder cannot be
  /// read.
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
      let files = ClipFolder(folder: shorts + "/" + video)
      for shape in ClipVariant.allFolders {
        let clips = files.inside(shape)
        paths += [
          clips.folder, clips.path(StableClipNames.latest), files.retired.inside(shape).folder,
        ]
      }
    }
    self.paths = paths + ReportFolder(of: library, settings).folders
  }

  /// The existing paths that the library's owner or the current user cannot write.
  var refused: [String] {
    var seen: Set<String> = []
    return paths.filter { path in
      var status = stat()
      guard seen.insert(path).inserted, stat(path, &status) == 0 else { return false }
      return !Self.mayWrite(status, user: owner, group: group) || access(path, W_OK) != 0
    }
  }

  /// Whether a file's mode allows a user to write it; root can write everything.
  static func mayWrite(_ status: stat, user: uid_t, group: gid_t) -> Bool {
    if user == 0 { return true }
    let mine = status.st_uid == user ? S_IWUSR : status.st_gid == group ? S_IWGRP : S_IWOTH
    return status.st_mode & mine != 0
  }

  static func remedy(_ paths: [String], in library: String) -> String {
    let shown = paths.prefix(3).joined(separator: ", ")
    let more = paths.count > 3 ? " and \(paths.count - 3) more" : ""
    return "the library's owner cannot write: \(shown)\(more); run: "
      + "chown -R --reference='\(library)' '\(library)', and chmod u+w if that is missing"
  }
}
