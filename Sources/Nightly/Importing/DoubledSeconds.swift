import Foundation
import Importers
import Library

/// The same viewers' same seconds out of two files: a corrected export under another name counts
/// them twice.
enum DoubledSeconds {
  /// What is odd about the sessions of a file that was just stored, behind a line.
  static func odd(
    _ sessions: [NewSession], _ checks: [ImportCheck], in database: LibraryDatabase
  ) throws -> String {
    let others = try database.fromOtherFiles(as: sessions)
    var viewers: [String: Set<String>] = [:]
    for (index, session) in sessions.enumerated() {
      let own = Viewing(recordedAt: session.recordedAt, check: checks[index])
      for other in others[index] {
        guard let seen = Viewing(other), own.isDoubled(by: seen) else { continue }
        viewers[other.file, default: []].insert(session.viewer)
      }
    }
    guard !viewers.isEmpty else { return "" }
    let files = viewers.keys.sorted()
    let count = viewers.values.reduce(into: Set<String>()) { $0.formUnion($1) }.count
    let video = sessions.first?.video ?? ""
    return "; odd: \(words(count)) came from \(list(files)) already, and count twice now: where "
      + "this corrects that, import it with --replace '\(files[0])', or take one of them out with "
      + "`gazecut remove \(video) --file '\(files[0])'`"
  }

  /// How many names are listed before the rest is counted.
  private static let listed = 3

  private static func list(_ files: [String]) -> String {
    let names = files.prefix(listed).map { "'\($0)'" }.joined(separator: ", ")
    return files.count > listed ? "\(names) and \(files.count - listed) more" : names
  }

  /// What is odd about all sessions of a video, a sentence a pair of files.
  static func odd(of video: String, in database: LibraryDatabase) throws -> [String] {
    var pairs: [[String]: Int] = [:]
    for sessions in try database.fromSeveralFiles(of: video) {
      var found: Set<[String]> = []
      for (index, one) in sessions.enumerated() {
        for other in sessions.dropFirst(index + 1) where other.file != one.file {
          guard let first = Viewing(one), let second = Viewing(other),
            first.isDoubled(by: second)
          else { continue }
          found.insert([one.file, other.file].sorted())
        }
      }
      for pair in found { pairs[pair, default: 0] += 1 }
    }
    let sorted = pairs.sorted {
      $0.value == $1.value ? $0.key.lexicographicallyPrecedes($1.key) : $0.value > $1.value
    }
    let sentences = sorted.prefix(listed).map { pair, count in
      "\(words(count)) come from '\(pair[0])' and from '\(pair[1])', and count twice: take one of "
        + "them out with `gazecut remove \(video) --file NAME`"
    }
    let more = sorted.count - sentences.count
    return more > 0 ? sentences + ["and so do \(more) more pairs of files"] : sentences
  }

  private static func words(_ viewers: Int) -> String {
    viewers == 1 ? "the same seconds of 1 viewer" : "the same seconds of \(viewers) viewers"
  }
}

/// When a session was recorded, what it spans, and which sides it tells.
struct Viewing {
  private let recordedAt: Date?
  private let check: ImportCheck

  init(recordedAt: Date?, check: ImportCheck) {
    self.recordedAt = recordedAt
    self.check = check
  }

  /// `nil` where an older gazecut imported it.
  init?(_ session: OtherFileSession) {
    guard let check = ImportCheck(text: session.report) else { return nil }
    self.init(recordedAt: session.recordedAt, check: check)
  }

  /// Whether both tell the same side of the same seconds, and nothing says that it was watched
  /// twice.
  func isDoubled(by other: Viewing) -> Bool {
    if let recordedAt, let again = other.recordedAt, abs(recordedAt.timeIntervalSince(again)) > 1 {
      return false
    }
    let sharesGaze = check.usableGaze != nil && other.check.usableGaze != nil
    let sharesFaces = check.usableFaces != nil && other.check.usableFaces != nil
    guard sharesGaze || sharesFaces else { return false }
    let shared = min(check.to, other.check.to) - max(check.from, other.check.from)
    let shorter = min(check.to - check.from, other.check.to - other.check.from)
    return shared >= 0 && shared >= shorter / 2
  }
}
