package import Audience

/// What may be told of one half second: every figure that choosing used, `nil` where it rests on
/// fewer viewers than the minimum or is not known.
///
/// One viewer who leaves between two half seconds would be what their figures differ by. So each is
/// told in steps of the minimum: numbers of viewers are those that there are at least, shares and
/// evidence are rounded.
package struct DisclosedBin: Hashable, Sendable {
  /// Play time of its start, seconds.
  package let start: Double
  /// Viewers watching, at least; of how many gaze, a face that tells what counts, or both could be
  /// used.
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
    /// How many of `withFace` do, by the probabilities of each.
    package let viewers: Double
    /// Their share of the faces, 0…1.
    package let share: Double
    /// The share of the faces that reacts with each class; 0 where it may be one viewer's.
    package let shares: EmotionVector
    /// Evidence of the bin (`BinSummary.evidence`); `nil` if at most one viewer reacts.
    package let evidence: Double?
  }

  /// Takes what may be published.
  init(_ bin: BinSummary, index: Int, score: Double?, _ disclosure: Disclosure) {
    start = HalfSeconds.start(of: index)
    isWatched = bin.watching > 0
    hasGaze = bin.withGaze > 0
    hasFaces = bin.withFace > 0
    isTold = disclosure.isTold(bin.watching)
    watching = disclosure.atLeast(bin.watching)
    withGaze = disclosure.atLeast(bin.withGaze)
    let faces = disclosure.atLeast(bin.withFace)
    withFace = faces
    withBoth = disclosure.atLeast(bin.withBoth)
    var shares = EmotionVector.zero
    for emotion in Emotion.allCases {
      // A class that one viewer could show alone is not told.
      let share = Double(bin.reactingBy[emotion]) / Double(max(1, bin.withFace))
      guard let told = disclosure.stepped(share, of: bin.withFace), let faces else { continue }
      shares[emotion] = disclosure.isShared(told, of: faces) ? Float(told) : 0
    }
    reaction = disclosure.stepped(bin.reactingShare, of: bin.withFace).map { share in
      Reaction(
        viewers: share * Double(faces ?? 0), share: share, shares: shares,
        // One viewer alone may give all of it as long as no second one reacts.
        evidence: disclosure.mayShowEvidence(rate: share, of: faces ?? 0)
          ? disclosure.stepped(bin.evidence, one: TimelineSummary.gain) : nil)
    }
    held = disclosure.stepped(bin.heldShare, of: bin.withGaze)
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
    let viewers = bin.count(settings.evidence)
    let sum =
      switch settings.evidence {
      case .both: bin.reactingHeld
      case .emotion: bin.reacting
      case .gaze: bin.held
      case .curve: 0.0
      }
    return disclosure.stepped(sum / Double(max(1, viewers)), of: viewers)
  }

  /// How a window is weighed; `nil` where too few viewers stand behind its figures.
  ///
  /// - Parameters:
  ///   - window: seconds of play time.
  ///   - summary: the audience.
  /// - Returns: the figures.
  package func told(of window: Range<Double>, in summary: TimelineSummary) -> WindowEvidence? {
    let evidence = weighed(window, in: summary)
    return disclosure.figure(evidence, of: evidence.viewers)
  }
}
