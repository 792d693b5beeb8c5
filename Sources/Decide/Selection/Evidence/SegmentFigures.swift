import Audience
import EditDecisions
import Support

/// The figures of a segment, computed from its time bins with enough viewers.
struct SegmentFigures {
  /// The most frequent emotion of viewers who react; `nil` if none may be published.
  let emotion: Emotion?
  /// Mean reaction rate, 0…1; `nil` without faces.
  let reactingShare: Double?
  /// Mean number of viewers who react at a time.
  let reactingViewers: Double
  /// Seconds in which the reaction rate reaches the threshold.
  let sustainedSeconds: Double?
  /// Gaze coverage of a vertical window, 0…1; `nil` without gaze.
  let held: Double?
  /// Share (0…1) of viewer time bins with a reaction and gaze inside the 9:16 window, as published.
  ///
  /// With faces or gaze alone only that condition applies.
  let score: Double
  /// The number of viewers with the required gaze and faces in at least half of the bins.
  let viewers: Int
  /// The number of viewers with a face in at least half of the bins, and with gaze.
  let faces, looks: Int
  /// Number of time bins, and of those without enough faces.
  let length, unfaced: Int
  let disclosure: MinimumGroupRule
  private let settings: SelectionSettings

  init(_ window: Range<Int>, of summary: TimelineSummary, _ settings: SelectionSettings) {
    let disclosure = MinimumGroupRule(settings)
    let bins = summary.bins[window.clamped(to: summary.bins.indices)].map(disclosure.told)
    let shares = bins.map { $0.reactingShare ?? 0 }
    let isFaced = bins.contains { $0.withFace > 0 }
    func sum(_ path: KeyPath<BinSummary, Double>) -> Double {
      bins.reduce(0) { $0 + $1[keyPath: path] }
    }
    func count(_ path: KeyPath<BinSummary, Int>) -> Double {
      Double(bins.reduce(0) { $0 + $1[keyPath: path] })
    }
    func share(_ part: Double, of all: Double) -> Double? { all > 0 ? min(1, part / all) : nil }
    reactingShare = isFaced ? mean(shares) : nil
    reactingViewers = mean(bins.map(\.reacting))
    (length, unfaced) = (bins.count, bins.count { $0.withFace == 0 })
    sustainedSeconds =
      isFaced
      ? Double(shares.count { $0 >= settings.leastReaction }) * TimeBins.length : nil
    held = share(sum(\.held), of: count(\.withGaze))
    viewers = upperHalf(bins.map { $0.count(settings.evidence) })
    (faces, looks) = (upperHalf(bins.map(\.withFace)), upperHalf(bins.map(\.withGaze)))
    var shown = EmotionVector.zero
    for bin in bins { shown.lanes += bin.reactingBy.lanes }
    let strongest = Emotion.allCases.max { shown[$0] < shown[$1] }
    // If on average at most one viewer shows the emotion, the figure could identify that viewer.
    let (all, faces) = (max(1, count(\.withFace)), faces)
    emotion = strongest.flatMap {
      disclosure.isShared(Double(shown[$0]) / all, of: faces) ? $0 : nil
    }
    let exactScore =
      switch settings.evidence {
      case .both: share(sum(\.reactingHeld), of: count(\.withBoth))
      case .emotion: share(sum(\.reacting), of: count(\.withFace))
      case .gaze: held
      case .curve: nil as Double?
      }
    score = hundredths(disclosure.share(exactScore, of: viewers) ?? 0)
    (self.disclosure, self.settings) = (disclosure, settings)
  }

  /// Whether the segment may be published: more than one viewer reacts, or gaze alone selects.
  var isShared: Bool {
    settings.evidence == .gaze
      || disclosure.mayShowEvidence(rate: reactingShare ?? 0, of: faces)
  }

  var publishedReactionRate: Double? { disclosure.share(reactingShare, of: faces) }

  var publishedReactingViewers: Double? { disclosure.part(reactingViewers, of: faces) }

  var publishedGazeCoverage: Double? { disclosure.share(held, of: looks) }

  var why: MomentReasons {
    // A reaction rate near 0 would reveal that each single viewer did not react.
    let mayPublish = disclosure.isShared(reactingShare ?? 0, of: faces)
    return MomentReasons(
      emotion: emotion?.name, reactingShare: publishedReactionRate.map(hundredths),
      reactingViewers: publishedReactingViewers.map(Rounding.viewers),
      sustainedSeconds: mayPublish ? sustainedSeconds : nil,
      held: publishedGazeCoverage.map(hundredths),
      viewers: viewers)
  }
}

extension BinSummary {
  /// The number of viewers with the gaze and faces that selection requires.
  func count(_ evidence: SelectionSettings.Evidence) -> Int {
    switch evidence {
    case .both: withBoth
    case .emotion: withFace
    case .gaze: withGaze
    // A curve does not depend on viewers.
    case .curve: 0
    }
  }
}

func hundredths(_ value: Double) -> Double { Rounding.share(value) }

package func milliseconds(_ value: Double) -> Double { Rounding.time(value) }

func mean(_ values: [Double]) -> Double {
  values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
}

/// The largest number that at least half of the values reach; 0 if there are no values.
func upperHalf(_ values: [Int]) -> Int {
  guard !values.isEmpty else { return 0 }
  return values.sorted(by: >)[(values.count + 1) / 2 - 1]
}

/// The figures that a segment is selected by, in the order of the thresholds.
package struct PublishedSegmentFigures: Hashable, Sendable {
  /// Sum of the evidence, in nats; `nil` if at most one viewer reacts.
  package var evidence: Double?
  /// Evidence that a segment must exceed.
  package var cost: Double
  /// Mean reaction rate, 0…1; `nil` without faces.
  package var reactingShare: Double?
  /// Mean number of viewers who react at a time; `nil` without faces.
  package var reactingViewers: Double?
  /// Gaze coverage of a vertical window, 0…1; `nil` without gaze.
  package var held: Double?
  /// The number of viewers with the required gaze and faces in at least half of the bins.
  package var viewers: Int
  /// Score 0…1, rounded to 0.01.
  package var score: Double
}
