import EditDecisions
import Foundation
import Hashing
import Media
import Settings

/// The file in the library's folder that holds the wishes which `gazecut wish` made of a video.
struct WishFile {
  let video: String
  /// Its folder.
  let folder: String
  var path: String { folder + "/" + video + ".json" }

  /// Its wishes, in the order in which they were made; none without a file.
  ///
  /// - Throws: `CommandFailure` 65 for a file that is none.
  func read() throws -> [Wish] {
    guard let data = FileManager.default.contents(atPath: path) else {
      guard FileManager.default.fileExists(atPath: path) else { return [] }
      throw CommandFailure(.noPermission, "cannot read '\(path)'")
    }
    do {
      let document = try WishDocument(json: data)
      guard document.video == video else {
        throw WishProblem("holds the wishes of '\(document.video)', not of '\(video)'")
      }
      return try document.read()
    } catch {
      throw CommandFailure(.badData, "\(path): \(error)")
    }
  }

  /// Writes it whole; no file stays where nothing is wished.
  func write(_ wishes: [Wish]) throws {
    guard !wishes.isEmpty else {
      try? FileManager.default.removeItem(atPath: path)
      return
    }
    try OutputFolder.make(folder)
    let text = WishDocument(video: video, wishes: wishes).json + "\n"
    try AtomicFile.write(Array(text.utf8), to: path)
  }
}

extension LibraryFolder {
  /// The wishes that `gazecut wish` made of a video.
  func wishFile(of video: String) -> WishFile {
    WishFile(video: video, folder: path + "/wishes")
  }

  /// What gazecut.yaml wishes of a video.
  func yamlWishes(of video: String) -> [Wish] { settings.videos[video]?.wishes ?? [] }

  /// All wishes of a video: those of gazecut.yaml, then those of its file.
  ///
  /// - Throws: `CommandFailure` 65 for wishes that contradict each other, or cannot be read.
  func wishes(of video: String) throws -> [Wish] {
    let wishes = try yamlWishes(of: video) + wishFile(of: video).read()
    if let problem = WishCheck.problems(wishes).first {
      throw CommandFailure(.badData, "\(problem)")
    }
    return wishes
  }

  /// What tells wishes of a video apart from others, to go behind a fingerprint; empty without any.
  ///
  /// A file that cannot be read counts by its content as well: its video fails, not the night.
  func wishesMark(of video: String) -> String {
    let file = FileManager.default.contents(atPath: wishFile(of: video).path)
    let written = file.map { data in
      (try? WishDocument(json: data).wishes) ?? [SHA256.hex(data)]
    }
    return (yamlWishes(of: video).map(\.description) + (written ?? [])).mark
  }
}

extension [String] {
  /// What tells wishes apart; empty without any.
  fileprivate var mark: String {
    isEmpty ? "" : " wishes " + SHA256.hex(joined(separator: "\n"))
  }
}

extension [Wish] {
  /// What tells wishes apart; empty without any.
  var mark: String { map(\.description).mark }
}
