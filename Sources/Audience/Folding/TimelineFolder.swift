/// Folds a video's sessions into its audience timeline, one viewer at a time, in any order.
///
/// Half-second rows of all viewers are held, 16 bytes a viewer and bin: where viewers come in an
/// order of their own, `AudienceFold` holds far less.
package struct TimelineFolder: Sendable {
  private let duration: Double
  private let aspect: Double
  private let settings: FoldSettings
  private var viewers: [FoldedViewer] = []

  /// Begins an empty timeline.
  ///
  /// - Parameters:
  ///   - duration: length of the video in seconds.
  ///   - aspect: width of the picture divided by its height.
  ///   - settings: how to clean.
  package init(duration: Double, aspect: Double, settings: FoldSettings = FoldSettings()) {
    self.duration = duration
    self.aspect = aspect
    self.settings = settings
  }

  /// Adds one viewer: all of that viewer's sessions, oldest first.
  package mutating func add(viewer sessions: [SampleColumns]) {
    viewers.append(
      AudienceFold(duration: duration, aspect: aspect, settings: settings).folding.fold(sessions))
  }

  /// The audience of the viewers added so far.
  package func folded() -> FoldedAudience {
    var fold = AudienceFold(duration: duration, aspect: aspect, settings: settings)
    return folded(by: &fold)
  }

  /// The same with resampled audiences.
  package func resampled() -> (audience: FoldedAudience, resamples: AudienceResamples?) {
    var fold = AudienceFold(duration: duration, aspect: aspect, settings: settings)
    fold.isResampled = true
    let audience = folded(by: &fold)
    return (audience, fold.resamples)
  }

  private func folded(by fold: inout AudienceFold) -> FoldedAudience {
    fold.add(
      viewers.count > TimelineSummary.mostDrawn ? ViewerOrder.shuffled(viewers) : viewers)
    return fold.finish()
  }

  /// The timeline of the viewers added so far.
  package func timeline() -> AudienceTimeline { folded().timeline }
}
