import Audience
import EditDecisions
import Selection
import Settings
import Support

struct TimeExplanationText {
  private typealias Sentences = ExplanationSentences
  let explanation: Explanation
  let second: TimeExplanation
  private var asked: SelectionSettings { explanation.settings.selection }
  private var disclosure: MinimumGroupRule { explanation.disclosure }

  var text: String {
    var lines = ["\(explanation.video) at \(PlayTime.clock(second.time))", ""]
    lines += Sentences.entry("watching", watching)
    if second.bin.mayPublish {
      lines += Sentences.entry(
        "segment", Sentences.span(second.window.lowerBound, second.window.upperBound))
      lines += Sentences.entry("evidence", evidence)
      lines += Sentences.entry("reacting", reacting)
      lines += Sentences.entry("coverage", coverage)
      lines += Sentences.entry("score", score)
    }
    lines += Sentences.entry("verdict", verdict)
    if let moment = second.moment?.moment { lines += edges(moment) }
    for (number, change) in second.changes.enumerated() {
      lines += Sentences.entry(
        number == 0 ? "to change" : "", (number == 0 ? "" : "or ") + Sentences.sentence(change))
    }
    if second.outside?.moment.why.wish != nil {
      lines += Sentences.entry(
        "to change", "`gazecut wish \(explanation.video) --list`, then --undo with its number")
    } else if second.outcome == .leftOutByPerson {
      lines += Sentences.entry("to change", "gazecut regenerate \(explanation.video) --unpin")
    } else if second.changes.isEmpty, second.moment == nil, second.outside == nil {
      lines += Sentences.entry("to change", "no single change that was tried would choose it")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var watching: String {
    let bin = second.bin
    let viewers = disclosure.lines(of: explanation.summary).viewers
    guard bin.isWatched else { return "none of \(viewers)" }
    let few = disclosure.few
    guard bin.mayPublish, let watching = bin.watching else {
      return "\(few) viewers (selection.minimumViewers), so no figures are shown"
    }
    func count(_ value: Int?) -> String { value.map(String.init) ?? few }
    return disclosure.atLeast + "\(watching) of \(viewers); "
      + "\(count(bin.withGaze)) with usable gaze, \(count(bin.withFace)) with a face, "
      + "\(count(bin.withBoth)) with both"
  }

  /// Whether the settings use faces, or gaze.
  private func decides(_ sides: SelectionSettings.Evidence) -> Bool {
    asked.evidence == .both || asked.evidence == sides
  }

  private var evidence: String {
    guard let window = second.evidence, let evidence = window.evidence else {
      return "not shown: at most one viewer reacts over the segment"
    }
    return "\(Sentences.one(evidence)) over the segment (must exceed \(Sentences.one(window.cost)))"
  }

  private var reacting: String {
    let bin = second.bin
    guard bin.hasFaces else { return "no usable face" }
    guard let reaction = bin.reaction, let faces = bin.withFace else {
      return "not shown: \(disclosure.few) faces"
    }
    let emotions = Emotion.allCases.filter { reaction.shares[$0] >= 0.005 }
      .map { "\($0.name) \(Rounding.percent(Double(reaction.shares[$0])))" }
    let which = emotions.isEmpty ? "" : "; " + emotions.joined(separator: ", ")
    var segment = ""
    if let share = second.evidence?.reactingShare, let viewers = second.evidence?.reactingViewers {
      segment = "\(Rounding.percent(share)) (\(Sentences.one(viewers)) viewers) over the segment"
      if decides(.emotion) {
        segment +=
          ", needed \(Rounding.percent(asked.leastReaction)) and "
          + "\(Sentences.one(asked.leastReactingViewers))"
      }
      segment += "; "
    }
    return segment + "this half second \(Sentences.one(reaction.viewers)) of \(faces) "
      + "(\(Rounding.percent(reaction.share)))" + which
  }

  private var coverage: String {
    guard second.bin.hasGaze else { return "no gaze" }
    guard let held = second.bin.held else { return "not shown: gaze of \(disclosure.few)" }
    var segment = ""
    if let share = second.evidence?.held {
      segment = "\(Rounding.percent(share)) of the gaze points over the segment"
      if decides(.gaze) { segment += ", needed \(Rounding.percent(asked.leastHeld))" }
      segment += "; "
    }
    return segment + "this half second \(Rounding.percent(held))"
  }

  private var score: String {
    let own = "this half second \(second.bin.score.map(Sentences.two) ?? "not shown")"
    return second.evidence.map { "\(Sentences.two($0.score)) over the segment; \(own)" } ?? own
  }

  private var verdict: String {
    if let outside = second.outside {
      let moment = outside.moment
      return "not shown: in the core of moment \(moment.rank), "
        + "\(Sentences.span(moment.start, moment.end)); \(outside.reason(at: second.time))"
        + (moment.why.wish.map { " (\($0))" } ?? "")
    }
    switch second.outcome {
    case .chosen, .chosenByPerson:
      guard let place = second.moment else { return "chosen" }
      let moment = place.moment
      return (second.outcome == .chosen ? "chosen" : "chosen by a person")
        + ": in \(moment.coreStart < moment.coreEnd ? "the \(place.part.name) of " : "")"
        + "moment \(moment.rank), "
        + "\(Sentences.span(moment.start, moment.end)), score \(moment.score.map(Sentences.two) ?? "erased")"
        + (place.isRendered ? "" : "; not rendered yet")
    case .leftOutByPerson: return "not shown: \(Sentences.leftOut)"
    case .refused:
      let (start, end) = (second.window.lowerBound, second.window.upperBound)
      return "not chosen: rejected as part of \(Sentences.span(start, end)): \(second.reason ?? "")"
    case .hindered: return "not chosen: \(second.reason ?? "")"
    case .unremarkable:
      return "not chosen: the segment nearby ends before this second or begins after it"
    }
  }

  private func edges(_ moment: Moment) -> [String] {
    let start = moment.why.startReason.map { ": \($0)" } ?? ""
    let end = moment.why.endReason.map { ": \($0)" } ?? ""
    let short = moment.why.shortened.map { "; short: \($0)" } ?? ""
    let core =
      moment.coreStart < moment.coreEnd
      ? "core \(Sentences.span(moment.coreStart, moment.coreEnd))" : "no core in the clip"
    return Sentences.entry(
      "edges",
      "begins at \(PlayTime.clock(moment.start))\(start); \(core); ends at "
        + "\(PlayTime.clock(moment.end))\(end)\(short)")
  }
}
