import Audience
import EditDecisions
import Foundation
import Library
import Media
import Selection
import Settings

/// Says why seconds of a video were, or were not, chosen, in figures.
public struct Explanation {
  private let library: LibraryFolder
  private let video: String
  private let settings: Settings
  private let timeline: AudienceTimeline
  private let chooser: MomentChooser
  private let choice: Choice
  private let recorded: DecisionDocument?

  /// Reads the audience of a video.
  ///
  /// - Throws: `CommandFailure` 66 for an unknown video; errors of the library and of media.
  public init(library: LibraryFolder, video: String) throws {
    let database = try library.database(for: .reading)
    try library.requireKnown(video, in: database)
    self.library = library
    self.video = video
    settings = try library.settings.settings(for: video)
    let source = try SourceVideo(
      id: video, path: try library.source(of: video), library: library)
    timeline = try AudienceReader(database: database, video: video, settings: settings.fold)
      .timeline(duration: source.info.duration, aspect: source.aspect, mayKeep: false)
    chooser = MomentChooser(settings: settings.selection)
    choice = chooser.choose(from: timeline)
    recorded = try database.state(of: video).decisions.map {
      try DecisionDocument(json: Data($0.utf8))
    }
  }

  /// The explanation, ending in a line end.
  ///
  /// - Parameter time: a play time in seconds, or `nil` for the whole video.
  /// - Returns: lines for a person.
  /// - Throws: `CommandFailure` 65 for a time outside the video.
  public func text(at time: Double?) throws -> String {
    guard let time else { return overview }
    guard time >= 0, time < timeline.duration else {
      throw CommandFailure(
        .badData,
        "--at \(DecisionTable.clock(time)) is outside '\(video)', which lasts "
          + DecisionTable.clock(timeline.duration))
    }
    return second(time)
  }
}

extension Explanation {
  private var overview: String {
    var lines = ["\(video): \(timeline.viewers) viewers"]
    lines += timeline.excluded.map { "  left out: \($0.viewers), \($0.reason)" }
    if let reason = choice.reason { lines += ["", "  no moment: \(reason)"] }
    for (index, candidate) in choice.candidates.enumerated() {
      lines += [
        "",
        "  \(index + 1). \(span(candidate.coreStart, candidate.coreEnd)), score "
          + Rounding.text(candidate.score, decimals: 2),
      ]
      lines += figures(candidate.why).map { "     \($0)" }
    }
    if !choice.nearestRejected.isEmpty {
      lines += ["", "  not chosen:"]
      lines += choice.nearestRejected.map {
        "     \(span($0.start, $0.end)), score \(Rounding.text($0.score, decimals: 2)): "
          + $0.reason
      }
    }
    lines += ["", "  over time (\(chartNote)):"] + chart
    return lines.joined(separator: "\n") + "\n"
  }

  private func figures(_ why: Why) -> [String] {
    var lines: [String] = []
    if let share = why.reactingShare {
      lines.append(
        "\(percent(share)) reacted" + (why.emotion.map { " (mostly \($0))" } ?? "")
          + (why.reactingShareLow.map { ", surely at least \(percent($0))" } ?? "")
          + (why.sustainedSeconds.map { ", for \(Rounding.text($0, decimals: 1)) s" } ?? ""))
    }
    if let share = why.gatheredShare {
      lines.append(
        "\(percent(share)) of the gaze gathered on one place"
          + (why.gatheredByChance.map { ", by chance \(percent($0))" } ?? ""))
    }
    lines.append("\(why.viewers) viewers with usable gaze and face")
    return lines
  }

  private var chartNote: String { "height: reaction r and gathering g above chance, # chosen" }

  /// Three rows of marks, a column every five seconds at least, sixty columns at most.
  private var chart: [String] {
    let bins = chooser.figures(of: timeline)
    guard !bins.isEmpty else { return [] }
    let width = max(1, (bins.count + 59) / 60, min(10, bins.count / 8))
    let columns = stride(from: 0, to: bins.count, by: width).map {
      Array(bins[$0..<min(bins.count, $0 + width)])
    }
    func row(_ name: String, _ value: ([BinFigures]) -> Character) -> String {
      "     \(name) \(String(columns.map(value)))"
    }
    let seconds = Double(width) * AudienceTimeline.binSeconds
    return [
      row("r") { mark(average($0.map(\.reaction)) / 0.6) },
      row("g") { mark(average($0.map(\.z)) / 6) },
      row(" ") { isChosen($0) ? "#" : " " },
      "       0:00 to \(DecisionTable.clock(timeline.duration)), "
        + "\(Rounding.text(seconds, decimals: 1)) s a column",
    ]
  }

  private func isChosen(_ bins: [BinFigures]) -> Bool {
    bins.contains { bin in
      choice.candidates.contains { $0.coreStart <= bin.start && bin.start < $0.coreEnd }
    }
  }

  private func average(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
  }

  private func mark(_ value: Double) -> Character {
    let marks = Array(" .:-=+*%@")
    return marks[Int(min(1, max(0, value)) * Double(marks.count - 1))]
  }
}

extension Explanation {
  private func second(_ time: Double) -> String {
    let bins = chooser.figures(of: timeline)
    let index = min(bins.count - 1, Int(time / AudienceTimeline.binSeconds))
    let bin = bins[index]
    var lines = ["\(video) at \(DecisionTable.clock(time))", ""]
    lines.append(
      "  watching   \(bin.watching) of \(timeline.viewers) viewers; \(bin.withGaze) with usable "
        + "gaze, \(bin.withFace) with a face, \(bin.withBoth) with both")
    lines.append("  reacting   " + reacting(bin))
    lines.append("  gathered   " + gathered(bin))
    lines.append("  verdict    " + verdict(time))
    return lines.joined(separator: "\n") + "\n"
  }

  private func reacting(_ bin: BinFigures) -> String {
    guard bin.withFace > 0 else { return "no face to read" }
    let emotions = Emotion.allCases.filter { $0 != .neutral && bin.reactingShares[$0] > 0 }
      .map { "\($0.name) \(percent(Double(bin.reactingShares[$0])))" }
    let which =
      emotions.isEmpty ? "nobody above the resting face" : emotions.joined(separator: ", ")
    return "\(percent(bin.reactingShareAny)) with what counts, surely at least "
      + "\(percent(bin.reactingShareLow)); strength \(Rounding.text(bin.reaction, decimals: 2)) "
      + "(\(Rounding.text(settings.selection.leastReaction, decimals: 2)) over a moment is asked "
      + "for); \(which)"
  }

  private func gathered(_ bin: BinFigures) -> String {
    guard let share = bin.gatheredShare else { return "too little gaze to say" }
    let chance = bin.gatheredByChance.map { ", by chance \(percent($0))" } ?? ""
    return "\(percent(share)) of the gaze on one place\(chance); "
      + "\(Rounding.text(bin.z, decimals: 1)) deviations above chance "
      + "(\(Rounding.text(settings.selection.leastGatheringZ, decimals: 1)) are asked for)"
  }

  private func verdict(_ time: Double) -> String {
    if let moment = recorded?.moments.first(where: { $0.start <= time && time < $0.end }) {
      let part = moment.coreStart <= time && time < moment.coreEnd ? "core" : "edge"
      return "shown: in the \(part) of moment \(moment.rank), \(span(moment.start, moment.end))"
    }
    if let index = choice.candidates.firstIndex(where: {
      $0.coreStart <= time && time < $0.coreEnd
    }) {
      let candidate = choice.candidates[index]
      return "chosen: in the core of moment \(index + 1), "
        + span(candidate.coreStart, candidate.coreEnd)
    }
    if let refusal = choice.rejection(at: time) {
      return "refused with \(span(refusal.start, refusal.end)): \(refusal.reason)"
    }
    return choice.reason.map { "not chosen: \($0)" }
      ?? "not chosen: no stretch of evidence holds this second"
  }

  private func percent(_ share: Double) -> String { Rounding.text(share * 100, decimals: 0) + " %" }

  private func span(_ start: Double, _ end: Double) -> String {
    "\(DecisionTable.clock(start)) to \(DecisionTable.clock(end))"
  }
}
