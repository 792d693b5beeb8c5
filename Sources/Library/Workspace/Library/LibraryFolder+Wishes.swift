import Foundation
package import Overrides
import Settings
import Support

extension LibraryFolder {
  package func wishFile(of video: String) -> WishFile {
    WishFile(video: video, folder: path + "/wishes")
  }

  package func yamlWishes(of video: String) -> [Wish] { settings.videos[video]?.wishes ?? [] }

  /// All overrides of a video: first those in gazecut.yaml, then those of its file.
  ///
  /// - Throws: `CommandFailure` 65 if they contradict each other or cannot be read.
  package func wishes(of video: String) throws -> [Wish] {
    let wishes = try yamlWishes(of: video) + wishFile(of: video).read().wishes
    if let problem = WishCheck.problems(wishes).first {
      throw CommandFailure(.badData, "\(problem)")
    }
    return wishes
  }

  /// A suffix for a fingerprint that identifies the overrides of a video; empty without any.
  ///
  /// For an unreadable file it depends on the content, so that only its video fails.
  func wishesHash(of video: String) -> String {
    let file = (try? RegularFile.bytes(of: wishFile(of: video).path)).map { Data($0) }
    let written = file.map { data in (try? WishDocument(json: data).wishes) ?? [SHA256.hex(data)] }
    let wishes = yamlWishes(of: video).map(\.description) + (written ?? [])
    // Increase the digit if the same overrides get another meaning.
    return wishes.isEmpty ? "" : " wishes " + SHA256.hex("3\n" + wishes.joined(separator: "\n"))
  }
}
