import Audience
import Selection

/// Audiences made up by rule, for tests: the sums of each half second as folding leaves them.
enum MadeUp {
  /// Evidence that a viewer who reacts adds, and that one who does not takes away.
  static let said = (reacting: TimelineSummary.gain - 0.03, resting: 0.03)

  /// Half seconds in which `reacting` of `viewers` react and a frame holds the looks of `held`.
  ///
  /// Who reacts is among those whose look is held, as far as these go.
  static func summary(
    seconds: Double, viewers: Int = 20, emotion: Emotion = .happy,
    reacting: (Double) -> Int, held: (Double) -> Int, withGaze: Bool = true,
    withFace: Bool = true
  ) -> TimelineSummary {
    var summary = TimelineSummary(duration: seconds)
    summary.viewers = viewers
    summary.toldClasses = withFace ? .all : []
    summary.bins = (0..<TimeBins.count(for: seconds)).map { index in
      let time = TimeBins.start(of: index)
      return bin(
        viewers: viewers, emotion: emotion, reacting: withFace ? reacting(time) : nil,
        held: withGaze ? held(time) : nil)
    }
    return summary
  }

  /// One half second; `nil` is a side that nobody told.
  static func bin(
    viewers: Int, emotion: Emotion = .happy, reacting: Int?, held: Int?
  ) -> BinSummary {
    var bin = BinSummary()
    bin.watching = viewers
    if let reacting {
      bin.withFace = viewers
      bin.reacting = Double(reacting)
      bin.reactingBy[emotion] = Float(reacting)
      bin.evidence = Double(reacting) * said.reacting - Double(viewers - reacting) * said.resting
    }
    if let held {
      bin.withGaze = viewers
      bin.held = Double(held)
    }
    if let reacting, let held {
      bin.withBoth = viewers
      bin.reactingHeld = Double(min(reacting, held))
    }
    return bin
  }

  /// Reactions and looks that are held in the same seconds; a third of the looks are elsewhere, as
  /// of a window that is nearly a third of the picture.
  static func delight(
    _ windows: [Range<Double>], seconds: Double = 240, viewers: Int = 20, of these: Int = 14
  ) -> TimelineSummary {
    let isInside = { (time: Double) in windows.contains { $0.contains(time) } }
    return summary(
      seconds: seconds, viewers: viewers, reacting: { isInside($0) ? these : 0 },
      held: { isInside($0) ? these : viewers / 3 })
  }
}

extension Choice {
  /// The chosen moment whose window holds a play time; `nil` when none does.
  func candidate(at time: Double) -> Candidate? {
    candidates.first { $0.start <= time && time < $0.end }
  }
}
