package import Audience

/// What may be told of one half second: every figure that choosing used, `nil` where it rests on
/// fewer viewers than the minimum or is not known.
package struct DisclosedBin: Hashable, Sendable {
  /// Play time of its start, seconds.
  package let start: Double
  /// Viewers watching; of how many gaze, a face that tells what counts, or both could be used.
  package let watching, withGaze, withFace, withBoth: Int?
  /// Whether anybody watches, has gaze, has a face: told of few, too.
  package let isWatched, hasGaze, hasFaces: Bool
  /// Whether enough viewers watch for anything to be told.
  package let isTold: Bool
  /// What the faces show.
  package let reaction: Reaction?
  /// Where the looks are.
  package let gathering: Gathering?
  /// Score of the half second alone, 0…1; made only where it is asked for.
  package let score: Double?

  /// What the faces of a half second show.
  package struct Reaction: Hashable, Sendable {
    /// Faces that react with any emotion that counts.
    package let viewers: Int
    /// Their share of the faces, and its lower bound (Wilson, one σ).
    package let share, shareLow: Double
    /// Mean strength of what counts, 0…1, as choosing weighs it.
    package let strength: Double
    /// Share of the faces whose strongest reaction is each class: together no more than 1.
    package let shares: EmotionVector
  }

  /// Where the looks of a half second are.
  package struct Gathering: Hashable, Sendable {
    /// Share of the gaze in the densest cluster, and the same by chance.
    package let share, byChance: Double?
    /// How close the looks are (pair kernel, 0…1), the same by chance, and the deviation of that.
    package let agreement, agreementByChance, deviation: Double?
    /// Deviations above chance; `nil` with too little gaze.
    package let z: Double?
  }

  init(_ figures: BinFigures, score: Double?, _ disclosure: Disclosure) {
    start = figures.start
    isWatched = figures.watching > 0
    hasGaze = figures.withGaze > 0
    hasFaces = figures.withFace > 0
    isTold = disclosure.isTold(figures.watching)
    watching = disclosure.count(figures.watching)
    withGaze = disclosure.count(figures.withGaze)
    withFace = disclosure.count(figures.withFace)
    withBoth = disclosure.count(figures.withBoth)
    reaction = disclosure.figure(
      Reaction(
        viewers: figures.reactingViewers, share: figures.reactingShareAny,
        shareLow: figures.reactingShareLow, strength: figures.reaction,
        shares: figures.leadingShares),
      of: figures.withFace)
    let looks = figures.agreement
    gathering = disclosure.figure(
      Gathering(
        share: figures.gatheredShare, byChance: figures.gatheredByChance,
        agreement: looks?.value, agreementByChance: looks?.byChance, deviation: looks?.deviation,
        z: looks?.z),
      of: figures.withGaze)
    // A score joins what is known of faces and of gaze, of however few.
    self.score = disclosure.figure(score, of: figures.watching)
  }
}

extension MomentChooser {
  /// What may be told under these settings.
  package var disclosure: Disclosure { Disclosure(settings) }

  /// What may be told of each half second.
  ///
  /// - Parameters:
  ///   - summary: the audience.
  ///   - bins: which half seconds; `nil` is all.
  ///   - isWhole: whether the score is made, which costs most.
  /// - Returns: an element a half second.
  package func series(
    of summary: TimelineSummary, in bins: Range<Int>? = nil, isWhole: Bool = true
  ) -> [DisclosedBin] {
    (bins ?? summary.bins.indices).map { index in
      let figures = BinFigures(summary.bins[index], index: index, settings: settings)
      let score =
        isWhole
        ? WindowFigures([figures], of: summary, settings: settings).score(settings.evidence) : nil
      return DisclosedBin(figures, score: score, disclosure)
    }
  }

  /// How a window is weighed; `nil` where too few viewers stand behind its figures.
  ///
  /// - Parameters:
  ///   - window: seconds of play time.
  ///   - summary: the audience.
  /// - Returns: the figures.
  package func told(of window: Range<Double>, in summary: TimelineSummary) -> WindowEvidence? {
    let evidence = undisclosedEvidence(of: window, in: summary)
    return disclosure.figure(evidence, of: evidence.viewers)
  }
}
