import Audience
import EditDecisions
import Selection

/// One second of a video, told to a person.
struct SecondText {
  private typealias Words = ExplanationWords
  let second: ExplainedSecond

  /// The lines, ending in a line end.
  var text: String {
    var lines = ["\(second.video) at \(Words.clock(second.time))", ""]
    lines += Words.entry("watching", watching)
    if second.bin.isTold {
      lines += Words.entry("reacting", reacting)
      lines += Words.entry("held", held)
      lines += Words.entry("evidence", evidence)
    }
    lines += Words.entry("verdict", verdict)
    if let moment = second.moment?.moment { lines += edges(moment) }
    for (number, change) in second.changes.enumerated() {
      lines += Words.entry(
        number == 0 ? "to change" : "", (number == 0 ? "" : "or ") + Words.sentence(change))
    }
    if second.outcome == .leftOutByPerson {
      lines += Words.entry("to change", "gazecut regenerate \(second.video) --unpin")
    } else if second.changes.isEmpty, second.moment == nil {
      lines += Words.entry(
        "to change", "no single change that was tried would choose it")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var watching: String {
    let bin = second.bin
    guard bin.isWatched else { return "nobody of \(second.viewers)" }
    let few = second.disclosure.few
    guard bin.isTold, let watching = bin.watching else {
      return "\(few) viewers (selection.minimumViewers): nothing more is shown of so few"
    }
    func count(_ value: Int?) -> String { value.map(String.init) ?? few }
    return second.disclosure.atLeast + "\(watching) of \(second.viewers); "
      + "\(count(bin.withGaze)) with usable gaze, \(count(bin.withFace)) with a face, "
      + "\(count(bin.withBoth)) with both"
  }

  private var reacting: String {
    let bin = second.bin
    guard bin.hasFaces else { return "no face to read" }
    guard let reaction = bin.reaction, let faces = bin.withFace else {
      return "not shown of so few faces"
    }
    let emotions = Emotion.allCases.filter { reaction.shares[$0] >= 0.005 }
      .map { "\($0.name) \(Rounding.percent(Double(reaction.shares[$0])))" }
    let which = emotions.isEmpty ? "" : "; " + emotions.joined(separator: ", ")
    return "\(Words.one(reaction.viewers)) of \(faces) (\(Rounding.percent(reaction.share))) react"
      + askedReaction + which
  }

  /// Nothing is asked of faces where gaze alone chooses.
  private var askedReaction: String {
    second.asked.evidence == .gaze || second.asked.evidence == .curve
      ? "" : " (\(Rounding.percent(second.asked.leastReaction)) over a moment are asked)"
  }

  private var held: String {
    guard second.bin.hasGaze else { return "no gaze" }
    guard let held = second.bin.held else { return "not shown of so few looks" }
    let asked =
      second.asked.evidence == .emotion || second.asked.evidence == .curve
      ? "" : " (\(Rounding.percent(second.asked.leastHeld)) are asked)"
    return
      "a window that is placed by the others holds \(Rounding.percent(held)) of the looks\(asked)"
  }

  private var evidence: String {
    let own = "score \(second.bin.score.map(Words.two) ?? "not shown") in this half second"
    guard let evidence = second.evidence else { return own }
    let stands = evidence.evidence > 0 ? "stands out by" : "does not stand out:"
    return own + "; \(Words.two(evidence.score)) over "
      + "\(Words.span(second.window.lowerBound, second.window.upperBound)), which \(stands) "
      + "\(Words.one(evidence.evidence)) (\(Words.one(evidence.cost)) needed)"
  }

  private var verdict: String {
    switch second.outcome {
    case .chosen, .chosenByPerson:
      guard let place = second.moment else { return "chosen" }
      let moment = place.moment
      return (second.outcome == .chosen ? "chosen" : "chosen by a person")
        + ": in the \(place.part.name) of moment \(moment.rank), "
        + "\(Words.span(moment.start, moment.end)), score \(moment.score.map(Words.two) ?? "erased")"
        + (place.isRendered ? "" : "; not rendered yet")
    case .leftOutByPerson: return "not shown: \(Words.leftOut)"
    case .refused:
      let (start, end) = (second.window.lowerBound, second.window.upperBound)
      return "not chosen: refused with \(Words.span(start, end)): \(second.reason ?? "")"
    case .hindered: return "not chosen: \(second.reason ?? "")"
    case .unremarkable:
      return "not chosen: what stands out ends before this second or begins after it"
    }
  }

  private func edges(_ moment: Moment) -> [String] {
    let start = moment.why.startReason.map { ": \($0)" } ?? ""
    let end = moment.why.endReason.map { ": \($0)" } ?? ""
    let short = moment.why.shortened.map { "; short: \($0)" } ?? ""
    return Words.entry(
      "edges",
      "begins at \(Words.clock(moment.start))\(start); core "
        + "\(Words.span(moment.coreStart, moment.coreEnd)); ends at "
        + "\(Words.clock(moment.end))\(end)\(short)")
  }
}
