import Audience
import EditDecisions
import Importers
import Library
import Selection
import Settings
import Support

/// Formats the figures of each moment and of the nearest rejections as text.
struct ExplanationText {
  private typealias Sentences = ExplanationSentences
  let explanation: Explanation
  /// Width of the chart in columns.
  let columns: Int

  func text() throws -> String {
    let choice = explanation.choice
    let audience = explanation.disclosure.lines(of: explanation.summary)
    var lines = ["\(explanation.video): \(audience.viewers)"]
    lines += audience.excluded.map { "  \($0)" }
    lines += explanation.lockSentences.flatMap { wrapped($0, 2) }
    let told = explanation.summary.reportedEmotions
    if !told.isEmpty, told != .all, explanation.disclosure.mayPublish(explanation.summary.viewers) {
      lines += wrapped("emotions " + ReportedEmotionsText.line(told), 2)
    }
    lines += try heads().flatMap { wrapped($0, 2) }
    lines += curves.flatMap { wrapped($0, 2) }
    if let reason = choice.reason { lines += [""] + wrapped("no moment: \(reason)", 2) }
    let clips = explanation.recordedMoments
    for (index, candidate) in choice.candidates.enumerated() {
      // The rank is also that of the clip, which starts before the core and ends after it.
      let clip = clips.indices.contains(index) ? clips[index] : nil
      let core = "core " + Sentences.span(candidate.coreStart, candidate.coreEnd)
      let isOutside = clip.map { $0.coreStart >= $0.coreEnd } ?? false
      lines += [
        "",
        "  \(index + 1). " + (clip.map { Sentences.span($0.start, $0.end) + ", " } ?? "") + core
          + (isOutside ? " (not in the clip)" : ""),
      ]
      if explanation.isExcludedByEditor(candidate) {
        lines += wrapped("\(Sentences.leftOut); `--unpin`", 5)
      }
      lines += figures(candidate).flatMap { Sentences.entry($0, $1, indent: 5) }
      lines += (clip?.framedByText).map { Sentences.entry("framed by", $0, indent: 5) } ?? []
    }
    if !choice.nearestRejected.isEmpty { lines += try ["", "  rejected:"] + refusals() }
    let mark = explanation.state.pin == nil ? "chosen" : "shown"
    lines += [
      "",
      "  over time (r: share who react, h: gaze inside a 9:16 window, # \(mark)):",
    ]
    return (lines + chart).joined(separator: "\n") + "\n"
  }

  private func wrapped(_ text: String, _ indent: Int) -> [String] {
    TerminalText.wrapped(text, indent: String(repeating: " ", count: indent))
  }

  /// A line with the number of viewers whose gaze was derived from head direction.
  private func heads() throws -> [String] {
    let reports = try explanation.database.sessions.reports(of: explanation.video)
    let count = reports.values.count { sessions in
      sessions.contains { session in
        ImportCheck(text: session.report)?.oddities.contains { $0.kind == .heads } ?? false
      }
    }
    guard count > 0 else { return [] }
    let some = explanation.disclosure.people(count)
    return ["the gaze of \(some) is estimated from head direction, accurate to some degrees"]
  }

  /// Lines about engagement curves, and which of them decides.
  private var curves: [String] {
    let curves = explanation.summary.curves
    let told = curves.map { curve in
      "curve: \(curve.words(inVideoOf: explanation.summary.duration))"
    }
    let decides = "each segment uses the curve in which it is the clearest peak"
    return told + (curves.count > 1 ? [decides] : [])
  }

  private func figures(_ candidate: Candidate) -> [(String, String)] {
    let why = candidate.why
    let told = explanation.chooser.told(
      of: candidate.coreStart..<candidate.coreEnd, in: explanation.summary)
    let asked = explanation.settings.selection
    let audience = why.viewers.counted("viewer") + " with usable \(asked.evidence.sides)"
    let sustained = why.sustainedSeconds.map { ", for \(Sentences.one($0)) s" } ?? ""
    let lines: [(String, String?)] = [
      ("reacting", why.reacting.map { $0 + sustained }),
      (
        "gaze",
        why.held.map {
          "\(Rounding.percent($0)) of a new viewer's gaze points fit into one 9:16 window "
            + "(needed \(Rounding.percent(asked.leastHeld)))"
        }
      ),
      ("layout", why.savedBy), ("curve", why.resting),
      ("viewers", asked.evidence == .curve ? nil : audience),
      ("evidence", told?.evidence.map { "\(Sentences.one($0)); moments are ranked by it" }),
      (
        "score", "\(Sentences.two(candidate.score)) (0 to 1): share who react and look at one place"
      ),
      ("confidence", why.confidenceText), ("chosen", why.choosing),
    ]
    return lines.compactMap { name, text in text.map { (name, $0) } }
  }

  private func refusals() throws -> [String] {
    try explanation.explainedRejections().flatMap { refusal in
      let rejection = refusal.rejection
      let told = refusal.evidence == nil ? nil : rejection.score
      let score = told.map { ", score \(Sentences.two($0))" } ?? ""
      return ["  " + "  \(Sentences.span(rejection.start, rejection.end))\(score)"]
        + Sentences.entry("reason", rejection.reason, indent: 7)
        + refusal.changes.prefix(2).enumerated().flatMap { number, change in
          Sentences.entry(number == 0 ? "to change" : "or", Sentences.sentence(change), indent: 7)
        }
    }
  }

  /// The chart: three rows of marks over the whole width, and the axis.
  private var chart: [String] {
    let bins = explanation.chooser.series(of: explanation.summary)
    guard !bins.isEmpty else { return [] }
    // A narrower chart would be useless.
    let width = max(20, columns - "     r ".count)
    let columns = (0..<width).map { column in
      let (first, next) = (column * bins.count / width, (column + 1) * bins.count / width)
      return Array(bins[first..<max(first + 1, next)])
    }
    let shown = explanation.shown
    func row(_ name: String, _ value: ([PublishedBin]) -> Character) -> String {
      "     \(name) \(String(columns.map(value)))"
    }
    return [
      row("r") { chartCharacter(average($0.compactMap { $0.reaction?.share })) },
      row("h") { chartCharacter(average($0.compactMap(\.held))) },
      row(" ") { bins in
        let isShown = bins.contains { bin in shown.contains { $0.contains(bin.start) } }
        return isShown ? "#" : " "
      },
      "       " + axis(width),
    ]
  }

  /// Play times below their columns, without those that would overlap or extend past the line.
  private func axis(_ width: Int) -> String {
    let duration = explanation.summary.duration
    let steps: [Double] = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21600]
    let room = PlayTime.clock(duration).count + 2
    let step = steps.first { $0 / duration * Double(width) >= Double(room) } ?? max(duration, 1)
    var line = ""
    for time in stride(from: 0, to: duration, by: step) {
      // Remove the tenths of a second.
      let text = PlayTime.clock(time).dropLast(2)
      let place = Int(time / duration * Double(width))
      guard place + text.count <= width else { break }
      line += String(repeating: " ", count: max(0, place - line.count)) + text
    }
    return line
  }

  private func average(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
  }

  private func chartCharacter(_ value: Double) -> Character {
    let marks = Array(" .:-=+*%@")
    return marks[Int(min(1, max(0, value)) * Double(marks.count - 1))]
  }
}

struct ExplainedRejection {
  var rejection: RejectedSegment
  /// The figures; `nil` if they are based on too few viewers.
  var evidence: PublishedSegmentFigures?
  /// Changes; only the nearest rejections have them.
  var changes: [Change]
}

extension Explanation {
  /// The nearest rejections, best first; only the first few with changes.
  func explainedRejections() throws -> [ExplainedRejection] {
    let search = try changes
    return try choice.nearestRejected.enumerated().map { index, rejection in
      let window = rejection.start..<max(rejection.start, rejection.end)
      return ExplainedRejection(
        rejection: rejection, evidence: chooser.told(of: window, in: summary),
        changes: index < Self.advised ? try changes(for: window, by: search) : [])
    }
  }
}
