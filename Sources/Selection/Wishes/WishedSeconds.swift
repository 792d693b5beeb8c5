package import Audience
internal import EditDecisions

/// What wishes say of which seconds may be chosen.
struct WishedSeconds: Hashable, Sendable {
  /// Seconds that the audience has no say in, with the wish that takes them.
  struct Taken: Hashable, Sendable {
    var span: ClosedRange<Double>
    var wish: Wish
  }

  /// Seconds that no clip shows.
  let forbidden: [Taken]
  /// Seconds that are a clip of their own.
  let own: [Taken]

  /// In order of the wishes.
  init(_ wishes: [Wish]) {
    forbidden = wishes.compactMap { wish in
      if case .never(let span) = wish { Taken(span: span, wish: wish) } else { nil }
    }
    own = wishes.compactMap { wish in
      if case .always(let span) = wish { Taken(span: span, wish: wish) } else { nil }
    }
  }

  /// All of it.
  var taken: [Taken] { forbidden + own }
}

extension Stretch {
  /// What wishes leave of a stretch.
  ///
  /// - Parameters:
  ///   - taken: seconds that are not the audience's.
  ///   - least: bins under which what is left is no core.
  /// - Returns: the parts that are left, and the wish that took from it; the stretch itself where
  ///   none did.
  func left(by taken: [WishedSeconds.Taken], least: Int) -> (parts: [Stretch], wish: Wish?) {
    let bin = HalfSeconds.length
    var parts = [bins]
    var wish: Wish?
    for one in taken {
      let (low, high) = (one.span.lowerBound / bin, one.span.upperBound / bin)
      // A span that only touches takes nothing; half a bin counts as a whole one.
      guard low < Double(bins.upperBound), high > Double(bins.lowerBound) else { continue }
      wish = wish ?? one.wish
      parts = parts.flatMap { part -> [Range<Int>] in
        let before = min(part.upperBound, max(part.lowerBound, Int(low)))
        let after = max(part.lowerBound, min(part.upperBound, Int(high.rounded(.up))))
        return [part.lowerBound..<before, max(before, after)..<part.upperBound]
      }
    }
    guard wish != nil else { return ([self], nil) }
    return (
      parts.filter { $0.count >= least }.map {
        var part = self
        part.bins = $0
        return part
      }, wish
    )
  }
}

extension MomentChooser {
  /// The moments that a person always wants; those on which too few stand are refused.
  func wished(in summary: TimelineSummary, rejected: inout [Rejection]) -> [Candidate] {
    var fitting = self
    fitting.settings = settings.fitting(summary)
    return wishedSeconds.own.compactMap { own in
      let end = min(own.span.upperBound, summary.duration)
      guard own.span.lowerBound < end else { return nil }
      var candidate = fitting.candidate(from: own.span.lowerBound, to: end, in: summary)
      guard disclosure.isTold(candidate.why.viewers) else {
        rejected.append(
          Rejection(
            start: candidate.start, end: candidate.end, score: nil,
            reason: "cannot be: \(own.wish): \(tooFew)"))
        return nil
      }
      candidate.why.chosenBy = nil
      candidate.why.note(own.wish)
      candidate.isFixed = true
      return candidate
    }
  }
}

extension SelectionSettings {
  /// A person's seconds need no evidence: in a library that holds one side only, that side counts.
  package func fitting(_ summary: TimelineSummary) -> SelectionSettings {
    var fitting = self
    if !summary.bins.contains(where: { $0.withFace >= max(1, minimumViewers) }) {
      fitting.evidence = .gaze
    } else if !summary.bins.contains(where: { $0.withGaze >= max(1, minimumViewers) }) {
      fitting.evidence = .emotion
    }
    return fitting
  }
}
