import Audience
import EditDecisions
import Library
import Selection
import Support

/// Formats an explanation as JSON, schema `gazecut.explanation/2`, with keys in a fixed order.
struct ExplanationJSON {
  static let schema = "gazecut.explanation/2"

  let explanation: Explanation

  func overview() throws -> String {
    let refusals = try explanation.explainedRejections()
    return JSONText.of { json in
      head(&json)
      json.add("reason", explanation.choice.reason)
      json.add("moments", list: Array(explanation.choice.candidates.enumerated())) {
        write($0.element, rank: $0.offset + 1, to: &$1)
      }
      json.add("rejected", list: refusals) { write($0, to: &$1) }
    }
  }

  func second(_ second: TimeExplanation) -> String {
    JSONText.of { json in
      head(&json)
      json.add("at", second.time, decimals: 3)
      json.add("bin") { write(second, binOf: &$0) }
      json.add("window") { write(second, windowOf: &$0) }
      if let place = second.moment { json.add("moment") { write(place, to: &$0) } }
      json.add("outcome", second.outcome.rawValue)
      json.add("reason", second.reason)
      json.add("changes", list: second.changes) { $0.write(to: &$1) }
    }
  }

  private func head(_ json: inout JSONText.Members) {
    let summary = explanation.summary
    json.add("schema", Self.schema)
    json.add("video") {
      $0.add("id", explanation.video)
      $0.add("duration", summary.duration, decimals: 3)
    }
    if let pin = explanation.state.pin {
      json.add("pin") {
        $0.add("kind", pin.kind.rawValue)
        $0.add("moments", list: explanation.shown) {
          $1.add("start", $0.lowerBound, decimals: 3)
          $1.add("end", $0.upperBound, decimals: 3)
        }
      }
    }
    json.add("audience") {
      let asked = explanation.asked
      $0.add("viewers", asked.viewers > 0 ? asked.viewers : nil)
      $0.add("minimumViewers", explanation.disclosure.minimumViewers)
      $0.add("excluded", list: asked.excluded) {
        $1.add("viewers", $0.viewers > 0 ? $0.viewers : nil)
        $1.add("reason", $0.reason)
      }
    }
  }

  private func write(_ second: TimeExplanation, binOf json: inout JSONText.Members) {
    let bin = second.bin
    json.add("start", bin.start, decimals: 3)
    json.add("end", bin.start + TimeBins.length, decimals: 3)
    json.add("isShown", bin.mayPublish)
    guard bin.mayPublish else { return }
    json.add("watching", bin.watching)
    json.add("withGaze", bin.withGaze)
    json.add("withFace", bin.withFace)
    json.add("withBoth", bin.withBoth)
    json.add("score", bin.score, decimals: 2)
    if let reaction = bin.reaction { json.add("reacting") { write(reaction, to: &$0) } }
    json.add("held", bin.held, decimals: 2)
  }

  private func write(_ reaction: PublishedBin.Reaction, to json: inout JSONText.Members) {
    json.add("viewers", reaction.viewers, decimals: 1)
    json.add("share", reaction.share, decimals: 2)
    json.add("evidence", reaction.evidence, decimals: 1)
    json.add("emotions") {
      for emotion in Emotion.allCases where reaction.shares[emotion] >= 0.005 {
        $0.add(emotion.name, Double(reaction.shares[emotion]), decimals: 2)
      }
    }
  }

  private func write(_ second: TimeExplanation, windowOf json: inout JSONText.Members) {
    json.add("start", second.window.lowerBound, decimals: 3)
    json.add("end", second.window.upperBound, decimals: 3)
    json.add("isShown", second.evidence != nil)
    second.evidence?.write(to: &json)
  }

  private func write(_ place: TimeExplanation.Place, to json: inout JSONText.Members) {
    let moment = place.moment
    json.add("id", moment.id)
    json.add("rank", moment.rank)
    json.add("part", place.part.rawValue)
    json.add("start", moment.start, decimals: 3)
    json.add("end", moment.end, decimals: 3)
    json.add("coreStart", moment.coreStart, decimals: 3)
    json.add("coreEnd", moment.coreEnd, decimals: 3)
    json.add("score", moment.score, decimals: 2)
    json.add("startReason", moment.why.startReason)
    json.add("endReason", moment.why.endReason)
    json.add("shortened", moment.why.shortened)
    json.add("isRendered", place.isRendered)
  }

  private func write(_ candidate: Candidate, rank: Int, to json: inout JSONText.Members) {
    json.add("rank", rank)
    json.add("coreStart", candidate.coreStart, decimals: 3)
    json.add("coreEnd", candidate.coreEnd, decimals: 3)
    if explanation.isExcludedByEditor(candidate) { json.add("isLeftOutByPerson", true) }
    json.add("emotion", candidate.why.emotion)
    json.add("sustainedSeconds", candidate.why.sustainedSeconds, decimals: 1)
    json.add("sure", candidate.why.sure, decimals: 2)
    json.add("resamples", candidate.why.resamples)
    if let curve = candidate.why.curve {
      json.add("curve") {
        $0.add("source", curve.source)
        $0.add("rise", curve.rise, decimals: 2)
        $0.add("step", curve.step, decimals: 1)
        $0.add("people", curve.people)
      }
    }
    let chooser = explanation.chooser
    let core = candidate.coreStart..<candidate.coreEnd
    if let evidence = chooser.told(of: core, in: explanation.summary) {
      evidence.write(to: &json)
    } else if chooser.mayPublish(candidate.why) {
      // If a curve alone chose it, no viewers are behind it.
      json.add("score", candidate.score, decimals: 2)
    }
  }

  private func write(_ refusal: ExplainedRejection, to json: inout JSONText.Members) {
    json.add("start", refusal.rejection.start, decimals: 3)
    json.add("end", refusal.rejection.end, decimals: 3)
    json.add("reason", refusal.rejection.reason)
    json.add("isShown", refusal.evidence != nil)
    refusal.evidence?.write(to: &json)
    json.add("changes", list: refusal.changes) { $0.write(to: &$1) }
  }
}

extension PublishedSegmentFigures {
  fileprivate func write(to json: inout JSONText.Members) {
    json.add("viewers", viewers)
    json.add("score", score, decimals: 2)
    json.add("reactingShare", reactingShare, decimals: 2)
    json.add("reactingViewers", reactingViewers, decimals: 1)
    json.add("held", held, decimals: 2)
    json.add("evidence", evidence, decimals: 1)
    json.add("needed", cost, decimals: 1)
  }
}

extension Change {
  /// Adds the members of the change: its kind, its figures, and the sentence.
  fileprivate func write(to json: inout JSONText.Members) {
    switch self {
    case .reacting(let change):
      json.add("kind", "reacting")
      json.add("reacting", object: change.write)
    case .held(let change):
      json.add("kind", "held")
      json.add("held", object: change.write)
    case .both(let reacting, let held):
      json.add("kind", "both")
      json.add("reacting", object: reacting.write)
      json.add("held", object: held.write)
    case .watching(let change):
      json.add("kind", "watching")
      json.add("minimumViewers", change.least)
    case .setting(let change):
      json.add("kind", "setting")
      json.add("name", change.name)
      json.add("now", change.now)
      json.add("value", change.value)
      json.add("newMoments", change.newMoments)
    case .wish(let wish):
      json.add("kind", "wish")
      json.add("wish", wish)
    case .blocked(let reason):
      json.add("kind", "blocked")
      json.add("reason", reason)
    case .rival(let rival):
      json.add("kind", "rival")
      json.add("rank", rival.rank)
      json.add("coreStart", rival.coreStart, decimals: 3)
      json.add("coreEnd", rival.coreEnd, decimals: 3)
      json.add("score", rival.score, decimals: 2)
      json.add("ownScore", rival.ownScore, decimals: 2)
    }
    json.add("text", ExplanationSentences.sentence(self))
  }
}

extension Change.MoreReacting {
  fileprivate func write(to json: inout JSONText.Members) {
    json.add("more", more)
    json.add("of", of)
    json.add("now", now, decimals: 1)
    json.add("emotion", emotion.name)
  }
}

extension Change.MoreGazeCoverage {
  fileprivate func write(to json: inout JSONText.Members) {
    json.add("more", more)
    json.add("of", of)
    json.add("share", share, decimals: 2)
    json.add("now", now, decimals: 2)
  }
}
