import Audience
import Selection
import Support

/// The sentences of an explanation, in terms that editors use.
enum ExplanationSentences {
  /// A change as a sentence without a full stop.
  static func sentence(_ change: Change) -> String {
    switch change {
    case .reacting(let change): return moreReactingViewers(change)
    case .held(let change): return moreGazeCoverage(change)
    case .both(let faces, let looks):
      return moreReactingViewers(faces) + ", and " + moreGazeCoverage(looks)
    case .watching(let change):
      return "at least \(change.least) viewers with usable \(change.evidence.sides) would have to "
        + "watch (selection.minimumViewers); figures of fewer viewers are not shown"
    case .setting(let change): return setting(change)
    case .wish(let wish):
      return "the override '\(wish)' prevents it; without it this would be chosen"
    case .blocked(let reason):
      return "no single change is enough; even if all viewers reacted and looked at one place, "
        + "it would be rejected: \(reason)"
    case .rival(let rival):
      return "moment \(rival.rank) at \(PlayTime.clock(rival.coreStart)) is better "
        + "(\(two(rival.score)) against \(two(rival.ownScore))) and needs some of these seconds; "
        + "without it this would be chosen"
    }
  }

  static let leftOut = "the audience would choose it, but a person decided otherwise"

  private static func moreReactingViewers(_ change: Change.MoreReacting) -> String {
    // A published mean of 1 can also be 0; see `MinimumGroupRule`.
    let now = change.now == 1 ? "now at most 1" : "now \(one(change.now))"
    return "\(more(change.more, of: change.of)) viewers would have to react "
      + "(\(change.emotion.name); \(now))"
  }

  private static func more(_ more: Int, of all: Int) -> String {
    more < all ? "\(more) more of the \(all)" : "all \(all)"
  }

  private static func moreGazeCoverage(_ change: Change.MoreGazeCoverage) -> String {
    let now = change.now.map { " (now \(Rounding.percent($0)))" } ?? ""
    return "\(more(change.more, of: change.of)) would have to look where the others look: "
      + "gaze coverage \(Rounding.percent(change.share))\(now)"
  }

  private static func setting(_ change: SettingChange) -> String {
    let others = change.newMoments - 1
    let also = others <= 0 ? "" : ", and \(others.counted("other moment")) with it"
    if change.name == "selection.count" {
      return "selection.count is \(change.now), and this would be number \(change.value): "
        + "selection.count=\(change.value) would choose it\(also)"
    }
    return "\(change.name)=\(change.value) would choose it (now \(change.now))\(also)"
  }

  static func one(_ value: Double) -> String { Rounding.text(value, decimals: 1) }

  static func two(_ value: Double) -> String { Rounding.text(value, decimals: 2) }

  static func span(_ start: Double, _ end: Double) -> String {
    "\(PlayTime.clock(start)) to \(PlayTime.clock(end))"
  }

  /// A labelled line, wrapped next to its label; text from files is escaped.
  static func entry(_ name: String, _ text: String, indent: Int = 2) -> [String] {
    TerminalText.labelled(name, text, indent: indent, column: indent + 12)
  }
}
