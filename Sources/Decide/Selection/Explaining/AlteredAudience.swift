package import Audience

/// The same audience, had some of its viewers behaved otherwise for a while.
///
/// Asks the chooser "what if": each answer is a summary as good as a folded one, which the real
/// functions judge. Deterministic. Weights of viewers stay as they are; each further viewer who
/// reacts brings `TimelineSummary.gain`.
package struct AlteredAudience: Sendable {
  /// The audience as it is.
  package let summary: TimelineSummary

  /// Takes an audience.
  package init(_ summary: TimelineSummary) { self.summary = summary }

  /// The half-second bins that a window covers.
  ///
  /// - Parameter window: play times in seconds.
  /// - Returns: indices of bins; empty outside the video.
  package func bins(of window: Range<Double>) -> Range<Int> {
    HalfSeconds.covering(window, count: summary.bins.count)
  }

  /// Viewers with a face who do not react so far do for a while.
  ///
  /// - Parameters:
  ///   - more: how many, in each bin; no more than do not react.
  ///   - emotion: with what.
  ///   - window: when, in seconds of play time.
  /// - Returns: the audience with them.
  package func reacting(
    more: Int, with emotion: Emotion, in window: Range<Double>
  ) -> TimelineSummary {
    changed(in: window) { bin in
      let idle = max(0, Double(bin.withFace) - bin.reacting)
      let new = min(Double(more), idle)
      guard new > 0 else { return }
      // Of those who react now, and of those who are new, as many have their look held.
      let heldShare = bin.heldShare ?? 0
      let withGaze = bin.withFace > 0 ? Double(bin.withBoth) / Double(bin.withFace) : 0
      bin.reacting += new
      bin.reactingBy[emotion] += Float(new)
      bin.reactingHeld = min(Double(bin.withBoth), bin.reactingHeld + new * withGaze * heldShare)
      bin.evidence += new * TimelineSummary.gain
    }
  }

  /// Viewers whose look no frame holds so far look where the others look.
  ///
  /// - Parameters:
  ///   - more: how many, in each bin; no more than look elsewhere.
  ///   - window: when, in seconds of play time.
  /// - Returns: the audience with them.
  package func held(more: Int, in window: Range<Double>) -> TimelineSummary {
    changed(in: window) { bin in
      let lost = Double(bin.withGaze) - bin.held
      let new = min(Double(more), lost)
      guard new > 0 else { return }
      bin.held += new
      // Those who react are among them as often as among all.
      let both = bin.reacting * Double(bin.withBoth) / Double(max(1, bin.withFace))
      bin.reactingHeld += max(0, both - bin.reactingHeld) * new / lost
    }
  }

  /// The least audience of which the same is told.
  ///
  /// - Parameter disclosure: what may be told.
  /// - Returns: the audience without what may be one viewer's.
  func least(_ disclosure: Disclosure) -> TimelineSummary {
    changed(in: 0..<summary.duration) { bin in
      bin = disclosure.told(bin)
      let reacting = disclosure.least(bin.reacting, of: bin.withFace)
      if bin.reacting > reacting {
        bin.evidence -= (bin.reacting - reacting) * TimelineSummary.gain
        bin.reactingBy.lanes *= Float(reacting / bin.reacting)
        bin.reacting = reacting
      }
      bin.held = disclosure.least(bin.held, of: bin.withGaze)
      bin.reactingHeld = disclosure.least(bin.reactingHeld, of: bin.withBoth)
    }
  }

  /// Nobody watched for a while.
  ///
  /// - Parameter window: when, in seconds of play time.
  /// - Returns: the audience without those seconds.
  package func emptied(in window: Range<Double>) -> TimelineSummary {
    changed(in: window) { $0 = BinSummary() }
  }

  private func changed(
    in window: Range<Double>, _ change: (inout BinSummary) -> Void
  ) -> TimelineSummary {
    var copy = summary
    for index in bins(of: window) { change(&copy.bins[index]) }
    return copy
  }
}
