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
  /// Who reacts.
  package let reaction: Reaction?
  /// Share of a new viewer's looks that a frame holds, 0…1.
  package let held: Double?
  /// Score of the half second alone, 0…1.
  package let score: Double?

  /// Who reacts in a half second.
  package struct Reaction: Hashable, Sendable {
    /// How many do, by the probabilities of each.
    package let viewers: Double
    /// Their share of the faces, 0…1.
    package let share: Double
    /// The share of the faces that reacts with each class: together the share.
    package let shares: EmotionVector
    /// Log likelihood of a reaction of the audience, nats.
    package let evidence: Double
  }

  init(_ bin: BinSummary, index: Int, score: Double?, _ disclosure: Disclosure) {
    start = HalfSeconds.start(of: index)
    isWatched = bin.watching > 0
    hasGaze = bin.withGaze > 0
    hasFaces = bin.withFace > 0
    isTold = disclosure.isTold(bin.watching)
    watching = disclosure.count(bin.watching)
    withGaze = disclosure.count(bin.withGaze)
    withFace = disclosure.count(bin.withFace)
    withBoth = disclosure.count(bin.withBoth)
    let faces = Double(max(1, bin.withFace))
    reaction = disclosure.figure(
      Reaction(
        viewers: bin.reacting, share: bin.reactingShare ?? 0,
        shares: EmotionVector(lanes: bin.reactingBy.lanes / Float(faces)),
        evidence: bin.evidence),
      of: bin.withFace)
    held = disclosure.figure(bin.heldShare, of: bin.withGaze)
    self.score = score
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
  /// - Returns: an element a half second.
  package func series(of summary: TimelineSummary, in bins: Range<Int>? = nil) -> [DisclosedBin] {
    (bins ?? summary.bins.indices).map { index in
      DisclosedBin(
        summary.bins[index], index: index, score: score(of: summary.bins[index]), disclosure)
    }
  }

  /// The score of a half second alone, as `WindowFigures` has it of a window; it rests on those
  /// with what the settings ask for.
  private func score(of bin: BinSummary) -> Double? {
    let score =
      switch settings.evidence {
      case .both: bin.withBoth > 0 ? bin.reactingHeld / Double(bin.withBoth) : 0
      case .emotion: bin.reactingShare ?? 0
      case .gaze: bin.heldShare ?? 0
      }
    return disclosure.figure(score, of: bin.count(settings.sides))
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
