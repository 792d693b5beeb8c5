import TestMaterial
@testable import Audience

/// Synthetic sessions.
enum MadeUp {
  /// A session sampled at `rate`.
  ///
  /// Gaze and face depend on the play time.
  static func session(
    seconds: Double, rate: Double = 2, gaze: (Double) -> Gaze = { _ in center },
    face: (Double) -> Face = { neutral($0) }
  ) -> SampleColumns {
    SampleColumns(
      (0..<Int(seconds * rate)).map { step in
        let time = Double(step) / rate
        return Sample(time: time, gaze: gaze(time), face: face(time))
      })
  }

  /// The centre of the frame.
  static let center = at(0.5, 0.5)

  /// A gaze point of full confidence.
  static func at(_ x: Double, _ y: Double, _ movement: EyeMovement = .unknown) -> Gaze {
    .at(PicturePoint(x: x, y: y), confidence: .full, movement: movement)
  }

  /// A neutral face with small changes, like a real one.
  static func neutral(_ time: Double) -> Face {
    face(.neutral, 0.8 + 0.02 * Double(Int(time * 10) % 7))
  }

  /// A face that shows one emotion.
  ///
  /// The others share the rest.
  static func face(_ emotion: Emotion, _ score: Double) -> Face {
    let rest = (1 - score) / Double(Emotion.allCases.count - 1)
    let known = Emotion.allCases.map { ($0, $0 == emotion ? score : rest) }
    return .scores(FaceScores(known: Dictionary(uniqueKeysWithValues: known)))
  }

  /// A face with scores of some emotions.
  static func reported(_ known: [Emotion: Double], areStrongest: Bool = false) -> Face {
    .scores(FaceScores(known: known, areStrongest: areStrongest))
  }

  /// The time bins of one viewer after aggregation.
  static func bins(
    _ sessions: [SampleColumns], seconds: Double,
    settings: AggregationSettings = AggregationSettings()
  ) -> ViewerBins {
    let folding = ViewerAggregation(duration: seconds, aspect: 16.0 / 9, settings: settings)
    guard case .bins(let bins) = folding.fold(sessions) else { return ViewerBins(binCount: 0) }
    return bins
  }

  /// The timeline of viewers who have one session each.
  static func timeline(
    _ viewers: [SampleColumns], seconds: Double,
    settings: AggregationSettings = AggregationSettings()
  ) -> GazeTimeline {
    folded(viewers, seconds: seconds, settings: settings).timeline
  }

  /// The audience of viewers who have one session each.
  static func folded(
    _ viewers: [SampleColumns], seconds: Double,
    settings: AggregationSettings = AggregationSettings()
  ) -> AggregatedAudience {
    var folder = TimelineFolder(duration: seconds, aspect: 16.0 / 9, settings: settings)
    for viewer in viewers { folder.add(viewer: [viewer]) }
    return folder.folded()
  }
}
