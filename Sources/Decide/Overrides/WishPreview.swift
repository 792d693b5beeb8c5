package import EditDecisions
package import Rendering
import Support

/// The effect of an override: the decisions before and after.
package struct WishPreview {
  var before: DecisionDocument
  var after: DecisionDocument
  /// The title of all clips without and with the override.
  var titles: (before: ClipTitle?, after: ClipTitle?)
  /// IDs of the existing clips.
  var current: Set<String>
  /// Whether a clip with this ID exists or is archived.
  var isThere: (String) -> Bool
  /// Whether the existing highlight reel matches `after`.
  var hasReel: Bool
  /// The decisions of the last run, which exports use; `nil` if there are none.
  var recorded: DecisionDocument?

  package init(
    before: DecisionDocument, after: DecisionDocument,
    titles: (before: ClipTitle?, after: ClipTitle?), current: Set<String>,
    isThere: @escaping (String) -> Bool, hasReel: Bool, recorded: DecisionDocument?
  ) {
    (self.before, self.after, self.titles) = (before, after, titles)
    (self.current, self.isThere) = (current, isThere)
    (self.hasReel, self.recorded) = (hasReel, recorded)
  }

  /// Each moment without the override and its counterpart with it, in order of time.
  private var pairs: [(before: Moment?, after: Moment?)] {
    var left = after.moments
    var pairs: [(before: Moment?, after: Moment?)] = before.moments.map { moment in
      let best = left.indices.max {
        moment.sharedSeconds(with: left[$0]) < moment.sharedSeconds(with: left[$1])
      }
      guard let best, moment.sharedSeconds(with: left[best]) > 0 else { return (moment, nil) }
      return (moment, left.remove(at: best))
    }
    pairs += left.map { (nil, $0) }
    return pairs.sorted { Self.start($0) < Self.start($1) }
  }

  private static func start(_ pair: (before: Moment?, after: Moment?)) -> Double {
    (pair.after ?? pair.before)?.start ?? 0
  }

  /// A table of both, at most 80 columns wide, with the reasons for removed moments and the
  /// changed titles; ends with a line end.
  package var table: String { rows + reasons + changedTitles }

  private var reasons: String {
    pairs.compactMap { before, after in
      guard let before, after == nil,
        let refused = self.after.rejected.first(where: {
          $0.start < before.coreEnd && $0.end > before.coreStart
        })
      else { return nil }
      return "  \(before.rank) is removed: " + TerminalText.escaped(refused.reason) + "\n"
    }.joined()
  }

  /// One line per changed title, not shortened.
  private var changedTitles: String {
    func told(_ title: ClipTitle?) -> String {
      switch title {
      case nil: "none"
      case .source: "the source's own"
      case .line(let line): "\"\(line)\""
      }
    }
    var lines = titles.before == titles.after ? [] : ["all: " + told(titles.after)]
    for case (let before, let after?) in pairs where before?.framing.line != after.framing.line {
      let own = after.framing.line.map(ClipTitle.line) ?? titles.after
      lines.append("\(after.rank): " + told(own))
    }
    return lines.map { "  title of " + TerminalText.escaped($0) + "\n" }.joined()
  }

  private var rows: String {
    guard !pairs.isEmpty else { return "  no moment, before or after\n" }
    let rows = pairs.map { before, after -> [String] in
      let isSame = before != nil && before?.id == after?.id
      return Self.cells(before) + ["|"]
        + (isSame ? [after.map { "\($0.rank)" } ?? "", "the same", "", ""] : Self.cells(after))
    }
    let head = ["#", "before", "", "", "|", "#", "after", "", ""]
    return TextColumns.lines([head] + rows, rightAligned: [0, 5]).map { line in
      let ink = line.lastIndex { $0 != " " }.map { line[...$0] } ?? ""
      return TerminalText.escaped(String(ink)) + "\n"
    }.joined()
  }

  /// Rank, time range, layout and gaze coverage.
  private static func cells(_ moment: Moment?) -> [String] {
    guard let moment else { return ["", "-", "", ""] }
    return [
      "\(moment.rank)", PlayTime.shown(moment.start, moment.end),
      DecisionTable.layout(moment.framing),
      moment.framing.gazeKept.map { Rounding.percent($0) + " kept" } ?? "",
    ]
  }

  /// Describes what the next run will do, and what exports contain until then.
  package var sentence: String {
    let exports = recorded.map { $0 == after } ?? true
    return next
      + (exports ? "" : " Until then `gazecut export` exports the decisions of the last run.")
  }

  private var next: String {
    let new = after.clips.count { !isThere($0) }
    let stay = after.clips.count - new
    let gone = current.subtracting(after.clips).count
    var parts: [String] = []
    if new > 0 { parts.append("renders \(new.counted("clip"))") }
    if !hasReel, !after.reel.isEmpty { parts.append("renders the reel again") }
    if gone > 0 { parts.append("archives \(gone.counted("clip"))") }
    guard !parts.isEmpty else { return "The next run renders nothing." }
    let kept = stay > 0 ? ", and keeps \(stay.counted("clip"))" : ""
    return "The next run " + parts.joined(separator: ", ") + kept + "."
  }

  /// Why an override is not possible as typed; `nil` if it is.
  package func refusal(of wish: Wish) -> String? {
    let reasons =
      after.rejected.map(\.reason)
      + after.moments.flatMap { [$0.why.startReason, $0.why.endReason] }.compactMap(\.self)
    let found = reasons.first { $0.hasPrefix(MomentReasons.refusal) && $0.contains("\(wish)") }
    return found.map { String($0.dropFirst(MomentReasons.refusal.count)) }
  }
}
