package import Audience

/// Aggregates a video's sessions into its audience, one viewer at a time, in any order.
package struct TimelineFolder: Sendable {
  private let duration: Double
  private let aspect: Double
  private let settings: AggregationSettings
  private var viewers: [FoldedViewer] = []

  private var nobody: AudienceAggregation {
    AudienceAggregation(duration: duration, aspect: aspect, settings: settings)
  }

  /// Begins an empty timeline.
  ///
  /// - Parameters:
  ///   - duration: length of the video in seconds.
  ///   - aspect: width of the picture divided by its height.
  ///   - settings: how to clean.
  package init(
    duration: Double, aspect: Double, settings: AggregationSettings = AggregationSettings()
  ) {
    self.duration = duration
    self.aspect = aspect
    self.settings = settings
  }

  /// Adds one viewer: all of that viewer's sessions, oldest first.
  package mutating func add(viewer sessions: [SampleColumns]) {
    viewers.append(nobody.folding.fold(sessions))
  }

  /// The audience of the viewers added so far.
  package func folded() -> AggregatedAudience {
    var fold = nobody
    fold.add(viewers)
    return fold.finish()
  }

  /// The same with resampled audiences.
  package func resampled() -> (audience: AggregatedAudience, resamples: AudienceResamples?) {
    var fold = nobody
    fold.isResampled = true
    fold.add(viewers)
    return (fold.finish(), fold.resamples)
  }

  /// The timeline of the viewers added so far.
  package func timeline() -> GazeTimeline { folded().timeline }
}

extension AggregatedAudience {
  /// The audience as framing reads it, with all of its rows.
  package var timeline: GazeTimeline {
    GazeTimeline(gazeNoise: summary.fold.gazeNoise, bins: rows.map { AudienceBin(rows: $0) })
  }
}

extension AudienceAggregation {
  /// Folds the sessions of some viewers, on all cores, and adds them.
  ///
  /// - Parameter viewers: for each viewer all sessions, oldest first.
  package mutating func add(sessions viewers: [[SampleColumns]]) {
    let folding = folding
    add(Parallel.map(viewers.count) { folding.fold(viewers[$0]) })
  }
}
