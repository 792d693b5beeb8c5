package import Audience

/// Simulates hypothetical (counterfactual) audiences in which some viewers behave differently.
///
/// Weights of viewers do not change. Each further viewer who reacts adds `gain` nats.
extension TimelineSummary {
  /// The time bins that a range in seconds overlaps; empty outside the video.
  func bins(of window: Range<Double>) -> Range<Int> {
    TimeBins.covering(window, count: bins.count)
  }

  /// The audience if, in each bin of a range of seconds, `more` of the idle faces reacted.
  package func reacting(
    more: Int, with emotion: Emotion, in window: Range<Double>
  ) -> TimelineSummary {
    changed(in: window) { bin in
      let idle = max(0, Double(bin.withFace) - bin.reacting)
      let new = min(Double(more), idle)
      guard new > 0 else { return }
      // Assume the same gaze coverage for the additional viewers as for all.
      let heldShare = bin.heldShare ?? 0
      let withGaze = bin.withFace > 0 ? Double(bin.withBoth) / Double(bin.withFace) : 0
      bin.reacting += new
      bin.reactingBy[emotion] += Float(new)
      bin.reactingHeld = min(Double(bin.withBoth), bin.reactingHeld + new * withGaze * heldShare)
      bin.evidence += new * Self.gain
    }
  }

  /// The audience if, in each bin of a range of seconds, `more` viewers looked into the window.
  package func held(more: Int, in window: Range<Double>) -> TimelineSummary {
    changed(in: window) { bin in
      let lost = Double(bin.withGaze) - bin.held
      let new = min(Double(more), lost)
      guard new > 0 else { return }
      bin.held += new
      // Assume the same reaction rate for the additional viewers as for all.
      let both = bin.reacting * Double(bin.withBoth) / Double(max(1, bin.withFace))
      bin.reactingHeld += max(0, both - bin.reactingHeld) * new / lost
    }
  }

  /// The smallest audience with the same published figures, without what one viewer could cause.
  func least(_ disclosure: MinimumGroupRule) -> TimelineSummary {
    changed(in: 0..<duration) { bin in
      bin = disclosure.told(bin)
      let reacting = disclosure.least(bin.reacting, of: bin.withFace)
      if bin.reacting > reacting {
        bin.evidence -= (bin.reacting - reacting) * Self.gain
        bin.reactingBy.lanes *= Float(reacting / bin.reacting)
        bin.reacting = reacting
      }
      bin.held = disclosure.least(bin.held, of: bin.withGaze)
      bin.reactingHeld = disclosure.least(bin.reactingHeld, of: bin.withBoth)
    }
  }

  /// The audience if nobody had watched during a range of seconds.
  func withoutViewers(in window: Range<Double>) -> TimelineSummary {
    changed(in: window) { $0 = BinSummary() }
  }

  private func changed(
    in window: Range<Double>, _ change: (inout BinSummary) -> Void
  ) -> TimelineSummary {
    var copy = self
    for index in bins(of: window) { change(&copy.bins[index]) }
    return copy
  }
}
