package import Audience

/// Aggregates the sessions of a video into its audience, one viewer at a time, in any order.
package struct TimelineFolder: Sendable {
  private let duration: Double
  private let aspect: Double
  private let settings: AggregationSettings
  private var viewers: [ViewerAggregate] = []

  private var nobody: AudienceAggregation {
    AudienceAggregation(duration: duration, aspect: aspect, settings: settings)
  }

  /// Creates an empty timeline.
  ///
  /// - Parameters:
  ///   - duration: length of the video in seconds.
  ///   - aspect: aspect ratio of the frame, width / height.
  ///   - settings: how to filter samples.
  package init(
    duration: Double, aspect: Double, settings: AggregationSettings = AggregationSettings()
  ) {
    self.duration = duration
    self.aspect = aspect
    self.settings = settings
  }

  /// Adds all sessions of one viewer, oldest first.
  package mutating func add(viewer sessions: [SampleColumns]) {
    viewers.append(nobody.folding.fold(sessions))
  }

  package func folded() -> AggregatedAudience {
    var fold = nobody
    fold.add(viewers)
    return fold.finish()
  }

  package func resampled() -> (audience: AggregatedAudience, resamples: AudienceResamples?) {
    var fold = nobody
    fold.isResampled = true
    fold.add(viewers)
    return (fold.finish(), fold.resamples)
  }

  package func timeline() -> GazeTimeline { folded().timeline }
}

extension AggregatedAudience {
  /// The audience as input for framing, with all its rows.
  package var timeline: GazeTimeline {
    GazeTimeline(gazeNoise: summary.fold.gazeNoise, bins: rows)
  }
}

extension AudienceAggregation {
  /// Aggregates the sessions of some viewers on all cores, and adds them.
  ///
  /// - Parameter viewers: the sessions of each viewer, oldest first.
  package mutating func add(sessions viewers: [[SampleColumns]]) {
    let folding = folding
    add(Parallel.map(viewers.count) { folding.fold(viewers[$0]) })
  }
}
