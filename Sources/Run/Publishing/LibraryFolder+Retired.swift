import Foundation
package import Library
import Settings
package import Workspace

extension LibraryFolder {
  /// Deletes clips that have been archived for `library.keepRetired` days, of all videos.
  ///
  /// The caller must hold the library's lock.
  ///
  /// - Throws: `LibraryError`, errors of the settings.
  package func deleteExpiredClips(_ database: LibraryDatabase) throws {
    let retired = Dictionary(
      grouping: try database.clips().filter { $0.state == .retired }, by: \.video)
    let settings = try PerVideoSettings(Array(retired.keys), settings)
    for (video, clips) in retired {
      let settings = settings[video].settings
      let limit = Date().addingTimeInterval(-settings.library.keepRetired * 86_400)
      let old = clips.filter { $0.retiredAt.map { $0 < limit } ?? false }
      guard !old.isEmpty else { continue }
      let files = clipFiles(of: video, settings)
      for clip in old {
        files.removeRetired(clip.fileName)
        try database.removeClip(clip.id, of: video)
      }
      files.removeEmptyFolders(except: [])
      // If the video was removed, these folders are empty now.
      rmdir(files.retired.folder)
      rmdir(files.folder)
    }
  }
}
