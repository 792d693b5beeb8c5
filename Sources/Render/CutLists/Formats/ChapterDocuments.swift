import EditDecisions
import Foundation
import Support

/// A moment as a chapter of the source.
struct Chapter {
  var start: Double
  var end: Double
  var id: String
  /// The moment's own title; `nil` without one.
  var title: String?

  /// The name that viewers read, without rank and figures.
  func name(_ number: Int) -> String { title ?? "Highlight \(number)" }
}

extension DecisionDocument {
  /// The chapters in order of time; each ends where the next one begins, so they do not overlap.
  var chapters: [Chapter] {
    let moments = moments.sorted { ($0.start, $0.rank) < ($1.start, $1.rank) }
    return moments.enumerated().compactMap { index, moment in
      let next = index + 1 < moments.count ? moments[index + 1].start : .infinity
      let end = min(moment.end, next)
      guard end > moment.start else { return nil }
      return Chapter(start: moment.start, end: end, id: moment.id, title: moment.framing.line)
    }
  }
}

/// Writes the moments as WebVTT chapters of the source.
struct VTTDocument {
  let chapters: [Chapter]

  var text: String {
    let cues = chapters.enumerated().map { index, chapter in
      "\(chapter.id)\n\(clock(chapter.start)) --> \(clock(chapter.end))\n"
        + "\(escaped(chapter.name(index + 1)))\n\n"
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

/// Writes the moments as chapter lines for a YouTube description.
///
/// YouTube requires that the first chapter starts at 0:00, that there are at least three, and that
/// each is at least 10 s long.
struct YouTubeChapters {
  private let document: DecisionDocument
  /// The chapters that fit YouTube's rules; a `nil` title marks the beginning of the video.
  private let chapters: [(start: Int, title: String?)]

  init(_ document: DecisionDocument) {
    self.document = document
    var lines: [(start: Int, title: String?)] = []
    var number = 0
    for chapter in document.chapters {
      let start = Int(chapter.start)
      if lines.isEmpty, start >= Self.minimumLength { lines.append((0, nil)) }
      // A moment in the first 10 s starts at 0:00: no other chapter may start there.
      let isFirst = lines.isEmpty
      if isFirst || start - lines[lines.count - 1].start >= Self.minimumLength {
        number += 1
        lines.append((isFirst ? 0 : start, chapter.name(number)))
      }
    }
    while let last = lines.last, Int(document.video.duration) - last.start < Self.minimumLength {
      lines.removeLast()
    }
    chapters = lines
  }

  private static let minimumLength = 10
  private static let minimumCount = 3

  var text: String {
    guard chapters.count >= Self.minimumCount else { return "" }
    // YouTube rejects descriptions that contain angle brackets.
    return chapters.map { "\(clock($0.start)) \($0.title ?? "Start")\n" }.joined()
      .replacing("<", with: "‹").replacing(">", with: "›")
  }

  var formatWarnings: [String] {
    guard chapters.count >= Self.minimumCount else {
      return [
        "YouTube needs three or more chapters of at least 10 s each; \(document.video.id) has "
          + "\(chapters.count), including its start"
      ]
    }
    let left = document.moments.count - chapters.count { $0.title != nil }
    guard left > 0 else { return [] }
    let all = document.moments.count.counted("moment")
    return [
      "\(left) of \(all) \(left == 1 ? "has" : "have") no chapter: less than 10 s from another "
        + "moment or from the end"
    ]
  }

  private func clock(_ seconds: Int) -> String {
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    return hours == 0
      ? String(format: "%d:%02d", minutes, rest)
      : String(format: "%d:%02d:%02d", hours, minutes, rest)
  }
}
