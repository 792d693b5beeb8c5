package import EditDecisions
import Foundation
import Media
package import Support

/// The file with the overrides of a video that `gazecut wish` made.
package struct WishFile {
  let video: String
  let folder: String
  package var path: String { folder + "/" + video + ".json" }

  package init(video: String, folder: String) { (self.video, self.folder) = (video, folder) }

  /// The overrides, empty without a file; throws `CommandFailure` 65 if the file is invalid.
  package func read() throws -> WishHistory {
    let data: Data
    do {
      data = Data(try RegularFile.bytes(of: path))
    } catch {
      guard error.code != ENOENT else { return WishHistory() }
      throw CommandFailure(.noPermission, "cannot read '\(path)': \(error.description)")
    }
    do {
      let document = try WishDocument(json: data)
      guard document.video == video else {
        throw WishProblem("holds the wishes of '\(document.video)', not of '\(video)'")
      }
      return try document.history()
    } catch {
      throw CommandFailure(.badData, "\(path): \(error)")
    }
  }

  /// Waits for other commands that change the overrides of this video, and locks them.
  package func lock(notice: (String) -> Void) async throws -> FileLock {
    try OutputFolders.makeOwn(folder)
    let path = folder + "/." + video + ".lock"
    var hasNotified = false
    while true {
      if let lock = try FileLock(path: path) { return lock }
      if !hasNotified { notice("waiting: another command changes the wishes of '\(video)'") }
      hasNotified = true
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Writes the file atomically; removes it if there are no overrides.
  package func write(_ history: WishHistory) throws {
    guard !history.wishes.isEmpty else {
      guard unlink(path) == 0 || errno == ENOENT else {
        throw CommandFailure(
          errno == EACCES || errno == EPERM ? .noPermission : .inputOutputFailed,
          "cannot remove '\(path)': " + String(cString: strerror(errno)))
      }
      return
    }
    try OutputFolders.makeOwn(folder)
    let text = WishDocument(video: video, history).json + "\n"
    try AtomicFile.write(Array(text.utf8), to: path)
  }
}
