import Deciding
import Foundation
package import Library
import Settings
package import Workspace

extension LibraryFolder {
  /// Deletes clips that were archived, and samples, longer ago than the settings allow.
  ///
  /// The caller must hold the library's lock.
  ///
  /// - Returns: one line per video that lost samples, or whose samples could not be deleted.
  /// - Throws: `LibraryError`, errors of the settings and of `SampleRetention.apply`.
  package func eraseExpiredData(_ database: LibraryDatabase) throws -> [String] {
    let retired = Dictionary(
      grouping: try database.clips.all().filter { $0.state == .retired }, by: \.video)
    let settings = try PerVideoSettings(Array(retired.keys), settings)
    for (video, clips) in retired {
      let settings = settings[video].settings
      let limit = Date().addingTimeInterval(-settings.library.keepRetired * 86_400)
      let old = clips.filter { $0.retiredAt.map { $0 < limit } ?? false }
      guard !old.isEmpty else { continue }
      let files = clipFiles(of: video, settings)
      for clip in old {
        files.removeRetired(clip.fileName)
        try database.clips.remove(clip.id, of: video)
      }
      files.removeEmptyFolders(except: [])
      // If the video was removed, these folders are empty now.
      rmdir(files.retired.folder)
      rmdir(files.folder)
    }
    return try SampleRetention(library: self, database: database).apply()
  }
}
