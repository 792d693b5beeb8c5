import Audience
import Selection

/// Synthetic audience timelines.
enum MadeUp {
  /// Log-likelihood ratio of a viewer who reacts, and cost of one who does not.
  static let said = (reacting: TimelineSummary.gain - 0.03, resting: 0.03)

  /// Time bins in which `reacting` of `viewers` react and the crop covers the gaze points of
  /// `held`.
  ///
  /// The gaze points of reacting viewers are covered first.
  static func summary(
    seconds: Double, viewers: Int = 20, emotion: Emotion = .happy,
    reacting: (Double) -> Int, held: (Double) -> Int, withGaze: Bool = true,
    withFace: Bool = true
  ) -> TimelineSummary {
    var summary = TimelineSummary(duration: seconds)
    summary.viewers = viewers
    summary.reportedEmotions = withFace ? .all : []
    summary.bins = (0..<TimeBins.count(for: seconds)).map { index in
      let time = TimeBins.start(of: index)
      return bin(
        viewers: viewers, emotion: emotion, reacting: withFace ? reacting(time) : nil,
        held: withGaze ? held(time) : nil)
    }
    return summary
  }

  /// One time bin.
  ///
  /// `nil` means that there is no face or gaze data.
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

  /// Viewers react and look at the same place within `windows`.
  ///
  /// At other times the crop covers a third of the gaze points, because it is nearly a third of the
  /// frame.
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
  /// The chosen moment whose clip contains a play time, or `nil`.
  func candidate(at time: Double) -> Candidate? {
    candidates.first { $0.start <= time && time < $0.end }
  }
}
