import CProcess
package import EditDecisions
import Foundation
import Media
package import Overrides
import Settings
import Support

extension LibraryFolder {
  /// The wishes that `gazecut wish` made of a video.
  package func wishFile(of video: String) -> WishFile {
    WishFile(video: video, folder: path + "/wishes")
  }

  /// What gazecut.yaml wishes of a video.
  package func yamlWishes(of video: String) -> [Wish] { settings.videos[video]?.wishes ?? [] }

  /// All wishes of a video: those of gazecut.yaml, then those of its file.
  ///
  /// - Throws: `CommandFailure` 65 for wishes that contradict each other, or cannot be read.
  package func wishes(of video: String) throws -> [Wish] {
    let wishes = try yamlWishes(of: video) + wishFile(of: video).read().wishes
    if let problem = WishCheck.problems(wishes).first {
      throw CommandFailure(.badData, "\(problem)")
    }
    return wishes
  }

  /// What tells wishes of a video apart from others, to go behind a fingerprint; empty without any.
  ///
  /// A file that cannot be read counts by its content as well: its video fails, not the night.
  func wishesHash(of video: String) -> String {
    let file = (try? RegularFile.bytes(of: wishFile(of: video).path)).map { Data($0) }
    let written = file.map { data in
      (try? WishDocument(json: data).wishes) ?? [SHA256.hex(data)]
    }
    return (yamlWishes(of: video).map(\.description) + (written ?? [])).mark
  }
}

extension [String] {
  /// What tells wishes apart; empty without any.
  fileprivate var mark: String {
    // The digit is raised when the same wishes come to mean something else.
    isEmpty ? "" : " wishes " + SHA256.hex("2\n" + joined(separator: "\n"))
  }
}
