import Audience
import EditDecisions
import Library
import Media
import Selection
import Settings
import Support

/// Compares the parts of an audience: what each would choose, and where they differ most.
///
/// Parts with fewer viewers than `selection.minimumViewers` are listed only as `others`.
package struct AudienceComparison {
  static let schema = "gazecut.comparison/1"

  private let video: String
  private let label: String
  private let disclosure: MinimumGroupRule
  private let parts: [Part]
  private let hasOthers: Bool

  private struct Part {
    var label: ViewerLabel
    var viewers: Int
    var summary: TimelineSummary
    var chooser: MomentChooser
    var choice: Choice

    var cores: [Range<Double>] { choice.candidates.map { $0.coreStart..<$0.coreEnd } }
  }

  /// Throws `CommandFailure` 65 if no part is large enough or no viewer has the label `name`.
  package init(_ explanation: Explanation, by name: String) throws {
    let name = name.lowercased()
    let all = try explanation.database.sessions.labels(of: explanation.video)
    let counts = all.filter { $0.label.name == name }
    guard !counts.isEmpty else {
      let names = Set(all.map(\.label.name)).sorted().joined(separator: ", ")
      throw CommandFailure(
        .badData,
        "--compare: no viewer of '\(explanation.video)' has such a label; "
          + (names.isEmpty
            ? "add labels with `gazecut import --label age=child`" : "its labels are \(names)"))
    }
    let disclosure = explanation.disclosure
    let asked = try counts.map { count in
      // Combine the label with the other labels of `selection.viewers`.
      let others = explanation.settings.selection.viewers.labels.filter { $0.name != name }
      let part = AudienceSubset(others + [count.label])
      let viewers = try explanation.database.sessions.viewerCount(of: explanation.video, part)
      return (label: count.label, part: part, viewers: viewers)
    }
    let large = asked.filter { disclosure.mayPublish($0.viewers) }
    guard !large.isEmpty else {
      throw CommandFailure(
        .badData,
        "--compare \(name): every part has \(disclosure.few) viewers (selection.minimumViewers)")
    }
    video = explanation.video
    label = name
    self.disclosure = disclosure
    hasOthers = large.count < asked.count
    parts = try large.map { label, part, viewers in
      explanation.report("folding \(label)")
      let reader = AudienceReader(
        database: explanation.database, video: explanation.video,
        settings: explanation.settings.fold, part: part)
      let source = explanation.source
      var audience = try reader.audience(
        duration: source.info.duration, aspect: source.aspect, canCache: false)
      var settings = explanation.settings
      settings.selection.viewers = part
      try audience.findWideSegments(of: source, settings)
      let chooser = MomentChooser(settings: settings.selection)
      return Part(
        label: label, viewers: viewers, summary: audience.summary, chooser: chooser,
        choice: chooser.choose(from: audience.summary))
    }
  }
}

extension AudienceComparison {
  private static let most = 5

  /// Whether two windows overlap by at least half of the shorter one.
  private static func overlapByHalf(_ one: Range<Double>, _ other: Range<Double>) -> Bool {
    let common = one.clamped(to: other)
    let length = { (range: Range<Double>) in range.upperBound - range.lowerBound }
    return length(common) >= min(length(one), length(other)) / 2 && !common.isEmpty
  }

  /// Seconds that two or more parts choose, and their ranks there.
  private var shared: [(window: Range<Double>, ranks: [(label: ViewerLabel, rank: Int)])] {
    var found: [(window: Range<Double>, ranks: [(label: ViewerLabel, rank: Int)])] = []
    for (index, part) in parts.enumerated() {
      for core in part.cores where !found.contains(where: { Self.overlapByHalf($0.window, core) }) {
        let ranks = parts[index...].compactMap { other in
          other.cores.firstIndex { Self.overlapByHalf($0, core) }.map { (other.label, $0 + 1) }
        }
        if ranks.count > 1 { found.append((core, ranks)) }
      }
    }
    return found.sorted { $0.window.lowerBound < $1.window.lowerBound }
  }

  /// Seconds that one part chooses, and the published scores of all parts there.
  private var differences: [(window: Range<Double>, scores: [(label: ViewerLabel, score: Double)])]
  {
    var windows: [Range<Double>] = []
    for core in parts.flatMap(\.cores)
    where !windows.contains(where: { Self.overlapByHalf($0, core) }) {
      windows.append(core)
    }
    let found = windows.map { window in
      let scores = parts.compactMap { part in
        part.chooser.told(of: window, in: part.summary).map { (part.label, $0.score) }
      }
      let values = scores.map { $0.1 }
      let spread = (values.max() ?? 0) - (values.min() ?? 0)
      return (window: window, scores: scores, spread: Rounding.share(spread))
    }
    return found.filter { $0.scores.count > 1 && $0.spread > 0 }
      .sorted { ($1.spread, $0.window.lowerBound) < ($0.spread, $1.window.lowerBound) }
      .prefix(Self.most).map { ($0.window, $0.scores) }
  }
}

extension AudienceComparison {
  private typealias Sentences = ExplanationSentences

  /// For a person, at most 80 columns wide, ending in a line end.
  package var text: String {
    var lines = ["\(video) by \(label)"]
    for part in parts {
      lines += ["", "  \(part.label), \(disclosure.people(part.viewers))"]
      lines += moments(of: part)
    }
    if hasOthers { lines += ["", "  others, \(disclosure.few) viewers each"] }
    let shared = shared.map { window, ranks in
      "     \(Self.span(window)): "
        + ranks.map { "\($0.label) number \($0.rank)" }.joined(separator: ", ")
    }
    lines += ["", "  shared:"] + (shared.isEmpty ? ["     nothing"] : shared)
    let differences = differences.map { window, scores in
      "     \(Self.span(window)): score "
        + scores.map { "\(Sentences.two($0.score)) of \($0.label)" }.joined(separator: ", ")
    }
    lines += ["", "  differ most:"] + (differences.isEmpty ? ["     nothing"] : differences)
    let wrapped = lines.flatMap { line in
      let indent = String(line.prefix { $0 == " " })
      return TerminalText.wrapped(String(line.dropFirst(indent.count)), indent: indent)
    }
    return wrapped.joined(separator: "\n") + "\n"
  }

  private static func span(_ window: Range<Double>) -> String {
    Sentences.span(window.lowerBound, window.upperBound)
  }

  private func moments(of part: Part) -> [String] {
    guard !part.choice.candidates.isEmpty else {
      return ["     no moment" + (part.choice.reason.map { ": \($0)" } ?? "")]
    }
    return part.choice.candidates.enumerated().map { index, candidate in
      let why = candidate.why
      let figures = [
        why.reactingShare.map { "\(Rounding.percent($0)) react at a time" },
        why.held.map { "looks held \(Rounding.percent($0))" },
      ].compactMap { $0 }.map { ", \($0)" }.joined()
      return "     \(index + 1). \(Self.span(candidate.coreStart..<candidate.coreEnd)), score "
        + Sentences.two(candidate.score) + figures
    }
  }

  package var json: String {
    JSONText.of { json in
      json.add("schema", Self.schema)
      json.add("video", video)
      json.add("label", label)
      json.add("minimumViewers", disclosure.minimumViewers)
      json.add("hasOthers", hasOthers)
      json.add("parts", list: parts) { part, json in
        json.add("value", part.label.value)
        json.add("viewers", disclosure.count(part.viewers))
        json.add("reason", part.choice.reason)
        json.add("moments", list: Array(part.choice.candidates.enumerated())) {
          Self.write($0.element, rank: $0.offset + 1, to: &$1)
        }
      }
      json.add("shared", list: shared) { shared, json in
        Self.write(shared.window, to: &json)
        json.add("ranks") { ranks in
          for (label, rank) in shared.ranks { ranks.add(label.value, rank) }
        }
      }
      json.add("differences", list: differences) { difference, json in
        Self.write(difference.window, to: &json)
        json.add("scores") { scores in
          for (label, score) in difference.scores { scores.add(label.value, score, decimals: 2) }
        }
      }
    } + "\n"
  }

  private static func write(_ window: Range<Double>, to json: inout JSONText.Members) {
    json.add("start", window.lowerBound, decimals: 3)
    json.add("end", window.upperBound, decimals: 3)
  }

  private static func write(_ candidate: Candidate, rank: Int, to json: inout JSONText.Members) {
    json.add("rank", rank)
    json.add("coreStart", candidate.coreStart, decimals: 3)
    json.add("coreEnd", candidate.coreEnd, decimals: 3)
    json.add("score", candidate.score, decimals: 2)
    json.add("viewers", candidate.why.viewers)
    json.add("emotion", candidate.why.emotion)
    json.add("reactingShare", candidate.why.reactingShare, decimals: 2)
    json.add("reactingViewers", candidate.why.reactingViewers, decimals: 1)
    json.add("held", candidate.why.held, decimals: 2)
  }
}
