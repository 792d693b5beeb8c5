import EditDecisions
import Foundation

/// The moments as chapters of the source, in order of time.
struct Chapters {
  struct Chapter {
    var start: Double
    var end: Double
    var id: String
    var title: String
  }

  let all: [Chapter]

  /// Chapters must not overlap: one ends where the next begins.
  init(_ document: DecisionDocument) {
    let moments = document.moments.sorted { ($0.start, $0.rank) < ($1.start, $1.rank) }
    all = moments.enumerated().compactMap { index, moment in
      let next = index + 1 < moments.count ? moments[index + 1].start : .infinity
      let end = min(moment.end, next)
      guard end > moment.start else { return nil }
      return Chapter(
        start: moment.start, end: end, id: moment.id, title: moment.chapterTitle)
    }
  }
}

/// The moments as WebVTT chapters of the source.
struct VTTDocument {
  let chapters: Chapters

  var text: String {
    let cues = chapters.all.map { chapter in
      "\(chapter.id)\n\(clock(chapter.start)) --> \(clock(chapter.end))\n"
        + "\(escaped(chapter.title))\n\n"
    }
    return "WEBVTT\n\n" + cues.joined()
  }

  private func clock(_ seconds: Double) -> String {
    let thousandths = Int((max(0, seconds) * 1000).rounded())
    return String(
      format: "%02d:%02d:%02d.%03d", thousandths / 3_600_000, thousandths / 60_000 % 60,
      thousandths / 1000 % 60, thousandths % 1000)
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

/// The moments as lines for a YouTube description.
///
/// YouTube makes chapters of them only when the first is 0:00, there are three or more, and each is
/// at least ten seconds long.
struct ChapterLines {
  private let document: DecisionDocument
  /// Without a title, the video's own beginning.
  private let chosen: [(start: Int, title: String?)]

  init(_ document: DecisionDocument) {
    self.document = document
    var lines: [(start: Int, title: String?)] = []
    for chapter in Chapters(document).all {
      let start = Int(chapter.start)
      // One that begins within ten seconds of the video is its first.
      if lines.isEmpty, start >= Self.shortest { lines.append((0, nil)) }
      let isFirst = lines.isEmpty
      if isFirst || start - lines[lines.count - 1].start >= Self.shortest {
        lines.append((isFirst ? 0 : start, chapter.title))
      }
    }
    while let last = lines.last, Int(document.video.duration) - last.start < Self.shortest {
      lines.removeLast()
    }
    chosen = lines
  }

  private static let shortest = 10
  private static let fewest = 3

  var text: String {
    guard chosen.count >= Self.fewest else { return "" }
    // YouTube takes no description that holds an angle bracket.
    return chosen.map { "\(clock($0.start)) \($0.title ?? "Start")\n" }.joined()
      .replacing("<", with: "‹").replacing(">", with: "›")
  }

  var shortfalls: [String] {
    guard chosen.count >= Self.fewest else {
      return [
        "YouTube makes chapters of three or more, each of ten seconds or more; \(document.video.id) "
          + "has \(chosen.count) with its start"
      ]
    }
    let left = document.moments.count - chosen.count { $0.title != nil }
    guard left > 0 else { return [] }
    let all = document.moments.count.counted("moment")
    return ["\(left) of \(all) \(left.are) too near another, or the end, for a chapter"]
  }

  private func clock(_ seconds: Int) -> String {
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    return hours == 0
      ? String(format: "%d:%02d", minutes, rest)
      : String(format: "%d:%02d:%02d", hours, minutes, rest)
  }
}
