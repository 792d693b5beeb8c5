import CProcess
package import EditDecisions
import Foundation
import Media
package import Support

/// The file in the library's folder that holds the wishes which `gazecut wish` made of a video.
package struct WishFile {
  let video: String
  let folder: String
  package var path: String { folder + "/" + video + ".json" }

  package init(video: String, folder: String) { (self.video, self.folder) = (video, folder) }

  /// Its wishes, in the order in which they were made; none without a file.
  ///
  /// - Throws: `CommandFailure` 65 for a file that is none.
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
      return try document.book()
    } catch {
      throw CommandFailure(.badData, "\(path): \(error)")
    }
  }

  /// Waits until nobody else changes the wishes of this video, and keeps others waiting.
  ///
  /// - Parameter notice: told once, when it has to wait.
  /// - Returns: the lock, which is let go with it.
  /// - Throws: `CommandFailure` for a folder that cannot be written; `CancellationError`.
  package func lock(notice: (String) -> Void) async throws -> FileLock {
    try OutputFolder.makeOwn(folder)
    let path = folder + "/." + video + ".lock"
    var isTold = false
    while true {
      if let lock = try FileLock(path: path) { return lock }
      if !isTold { notice("waiting: another command changes the wishes of '\(video)'") }
      isTold = true
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Writes it whole; no file stays where nothing is wished.
  ///
  /// - Throws: `CommandFailure` for a file that cannot be written or taken away; `MediaError`.
  package func write(_ book: WishHistory) throws {
    guard !book.wishes.isEmpty else {
      guard unlink(path) == 0 || errno == ENOENT else {
        throw CommandFailure(
          errno == EACCES || errno == EPERM ? .noPermission : .inputOutputFailed,
          "cannot take away '\(path)': " + String(cString: strerror(errno)))
      }
      return
    }
    try OutputFolder.makeOwn(folder)
    let text = WishDocument(video: video, book).json + "\n"
    try AtomicFile.write(Array(text.utf8), to: path)
  }
}
