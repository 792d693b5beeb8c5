import EditDecisions
package import Foundation
import Importers
import Ingest
package import Library
import Report

extension PageImports {
  /// Sessions added up by format: what one of them holds is told to nobody.
  ///
  /// - Parameters:
  ///   - sessions: those of a video.
  ///   - least: fewest viewers of whom figures are told.
  ///   - isShown: whether enough watched for oddities to be told.
  package init(_ sessions: [SessionSummary], least: Int, isShown: Bool) {
    self.init()
    formats = Dictionary(grouping: sessions, by: \.format).sorted { $0.key < $1.key }
      .map { name, sessions in
        let skipped = sessions.reduce(into: [String: Int]()) {
          $0.merge($1.skipped, uniquingKeysWith: +)
        }
        return Format(
          name: name, sessions: sessions.count,
          samples: sessions.reduce(0) { $0 + $1.samples },
          skipped: skipped.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" },
          last: sessions.map(\.importedAt).max().map(PageWords.date) ?? "")
      }
    guard isShown else { return }
    let kinds = sessions.flatMap { session -> Set<Oddity.Kind> in
      Set(ImportCheck(text: session.report)?.oddities.map(\.kind) ?? [])
    }
    oddities = Oddity.Kind.allCases.compactMap { kind in
      let count = kinds.count { $0 == kind }
      guard count > 0 else { return nil }
      let some = count >= least ? "\(count)" : "fewer than \(least)"
      return "\(kind.words): \(some) of \(sessions.count) sessions"
    }
  }
}

extension Oddity.Kind {
  /// What is odd, without the figures of anybody's session.
  fileprivate var words: String {
    switch self {
    case .fastClock: "times run faster than the video's"
    case .beyondVideo: "times go on long after the video"
    case .unit: "seconds and milliseconds may be mixed up"
    case .sharedTimes: "many samples share their times"
    case .disorder: "many samples come before earlier ones"
    case .future: "the recording would end in the future"
    case .offPicture: "most gaze falls beside the picture"
    case .lostGaze: "little of the gaze can be used"
    case .frozenGaze: "the gaze never moves"
    case .lostFaces: "few samples have a face that was read"
    case .frozenFace: "the face never changes"
    case .skipped: "more was left out than taken"
    case .noViewers: "nobody says who watched"
    case .heads: "the gaze is where heads are turned, coarse by some degrees"
    }
  }
}

/// Words of the pages.
package enum PageWords {
  /// A date and time as `2026-11-19 02:00 UTC`.
  package static func time(_ date: Date) -> String {
    date.formatted(.iso8601).prefix(16).replacing("T", with: " ") + " UTC"
  }

  /// A date as `2026-11-19`.
  package static func date(_ date: Date) -> String { String(date.formatted(.iso8601).prefix(10)) }

  /// Two play times as `1:27 to 1:45`.
  package static func span(_ start: Double, _ end: Double) -> String {
    "\(DecisionTable.clock(start.rounded()).dropLast(4)) to "
      + DecisionTable.clock(end.rounded()).dropLast(4)
  }

  /// `1 clip`, `2 clips`.
  package static func count(_ count: Int, _ word: String) -> String {
    "\(count) \(word)\(count == 1 ? "" : "s")"
  }
}
