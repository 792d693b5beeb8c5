package import Audience

/// The figures of one time bin that may be published; `nil` if they are of too few viewers.
///
/// If a viewer leaves between two bins, the difference of the bins' figures would be that viewer's.
/// To hide it, counts are rounded down to multiples of `selection.minimumViewers`, and shares and
/// evidence are rounded to steps.
package struct PublishedBin: Hashable, Sendable {
  /// Play time at the start of the bin, in seconds.
  package let start: Double
  /// Lower limits of the number of viewers who watch, have usable gaze, a usable face, and both.
  package let watching, withGaze, withFace, withBoth: Int?
  /// Whether any viewer watches, has gaze, has a face; published even if they are few.
  package let isWatched, hasGaze, hasFaces: Bool
  /// Whether enough viewers watch to publish figures.
  package let mayPublish: Bool
  package let reaction: Reaction?
  /// Gaze coverage of a vertical window, 0…1.
  package let held: Double?
  /// Score of this bin alone, 0…1.
  package let score: Double?

  package struct Reaction: Hashable, Sendable {
    /// Number of the `withFace` viewers who react.
    package let viewers: Double
    /// Share of the faces that react, 0…1.
    package let share: Double
    /// Share of the faces that react, per emotion; 0 if it could be a single viewer's.
    package let shares: EmotionVector
    /// Evidence of the bin (`BinSummary.evidence`) in nats; `nil` if at most one viewer reacts.
    package let evidence: Double?
  }

  init(_ bin: BinSummary, index: Int, score: Double?, _ disclosure: MinimumGroupRule) {
    start = TimeBins.start(of: index)
    isWatched = bin.watching > 0
    hasGaze = bin.withGaze > 0
    hasFaces = bin.withFace > 0
    mayPublish = disclosure.mayPublish(bin.watching)
    watching = disclosure.atLeast(bin.watching)
    withGaze = disclosure.atLeast(bin.withGaze)
    let faces = disclosure.atLeast(bin.withFace)
    withFace = faces
    withBoth = disclosure.atLeast(bin.withBoth)
    var shares = EmotionVector.zero
    for emotion in Emotion.allCases {
      // An emotion that a single viewer could account for is not published.
      let share = Double(bin.reactingBy[emotion]) / Double(max(1, bin.withFace))
      guard let published = disclosure.roundedToSteps(share, of: bin.withFace), let faces else {
        continue
      }
      shares[emotion] = disclosure.isShared(published, of: faces) ? Float(published) : 0
    }
    reaction = disclosure.roundedToSteps(bin.reactingShare, of: bin.withFace).map { share in
      Reaction(
        viewers: share * Double(faces ?? 0), share: share, shares: shares,
        // If only one viewer reacts, all of the evidence could be that viewer's.
        evidence: disclosure.mayShowEvidence(rate: share, of: faces ?? 0)
          ? disclosure.roundedToSteps(bin.evidence, one: TimelineSummary.gain) : nil)
    }
    held = disclosure.roundedToSteps(bin.heldShare, of: bin.withGaze)
    self.score = score
  }
}

extension MomentChooser {
  /// The figures of each time bin that may be published; `bins` is `nil` for all bins.
  package func series(of summary: TimelineSummary, in bins: Range<Int>? = nil) -> [PublishedBin] {
    (bins ?? summary.bins.indices).map { index in
      PublishedBin(
        summary.bins[index], index: index, score: score(of: summary.bins[index]), disclosure)
    }
  }

  /// The score of one time bin, by the same formula as `SegmentFigures.score`.
  private func score(of bin: BinSummary) -> Double? {
    let viewers = bin.count(settings.evidence)
    let sum =
      switch settings.evidence {
      case .both: bin.reactingHeld
      case .emotion: bin.reacting
      case .gaze: bin.held
      case .curve: 0.0
      }
    return disclosure.roundedToSteps(sum / Double(max(1, viewers)), of: viewers)
  }

  /// The selection figures of a window in seconds; `nil` if too few viewers are behind them.
  package func told(
    of window: Range<Double>, in summary: TimelineSummary
  ) -> PublishedSegmentFigures? {
    let bins = TimeBins.covering(window, count: summary.bins.count)
    let figures = SegmentFigures(bins, of: summary, settings)
    guard disclosure.mayPublish(figures.viewers) else { return nil }
    return PublishedSegmentFigures(
      evidence: figures.isShared ? evidence(of: summary)[bins].reduce(0, +) : nil,
      cost: SelectionSettings.segmentCost,
      reactingShare: figures.publishedReactionRate,
      reactingViewers: figures.publishedReactingViewers,
      held: figures.publishedGazeCoverage, viewers: figures.viewers, score: figures.score)
  }
}
