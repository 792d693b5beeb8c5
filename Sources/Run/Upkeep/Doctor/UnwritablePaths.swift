import CProcess
import Foundation
import Reporting
import Settings
import Workspace

/// Finds files and folders of a library that its owner cannot write.
///
/// If root runs a command in another user's library, it leaves folders and files that belong to
/// root. Later runs of the owner then fail.
enum UnwritablePaths {
  /// The existing folders and files that gazecut writes, but the library's owner or the current
  /// user cannot write.
  static func find(in library: LibraryFolder, _ settings: Settings) -> [String] {
    var folder = stat()
    guard stat(library.path, &folder) == 0 else { return [] }
    var seen: Set<String> = []
    return paths(of: library, settings).filter { path in
      var status = stat()
      guard seen.insert(path).inserted, stat(path, &status) == 0 else { return false }
      return !mayWrite(status, user: folder.st_uid, group: folder.st_gid) || access(path, W_OK) != 0
    }
  }

  private static func paths(of library: LibraryFolder, _ settings: Settings) -> [String] {
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
    return paths + ReportFolder(of: library, settings).folders
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
