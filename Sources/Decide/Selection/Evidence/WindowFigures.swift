import Audience
internal import EditDecisions

/// The figures of a segment, over the time bins in which enough viewers have a face, or gaze.
struct WindowFigures {
  /// The emotion shown most by those who react; `nil` without any reaction.
  let emotion: Emotion?
  /// Mean share of the faces that react at a time, 0…1; `nil` without faces.
  let reactingShare: Double?
  /// How many viewers react at a time, the mean.
  let reactingViewers: Double
  /// Seconds in which as many react as are asked for.
  let sustainedSeconds: Double?
  /// Share of a new viewer's looks that a frame holds, 0…1; `nil` without looks.
  let held: Double?
  /// Share of the viewers' half seconds in which a viewer reacts and has the look held, as far as
  /// the settings ask for either: what a new viewer would do.
  ///
  /// It is compared as it is told.
  let score: Double
  /// How many viewers with what the settings ask for are there at once, in at least half of the
  /// window.
  let viewers: Int
  /// The same with a face, and with gaze.
  let faces, looks: Int
  /// Its half seconds, and those of them in which too few faces tell anything.
  let length, unfaced: Int
  /// What may be published.
  let disclosure: Disclosure
  private let settings: SelectionSettings

  /// The figures of a window.
  ///
  /// - Parameters:
  ///   - window: its half seconds.
  ///   - summary: the audience.
  ///   - settings: what counts.
  init(_ window: Range<Int>, of summary: TimelineSummary, _ settings: SelectionSettings) {
    let disclosure = Disclosure(settings)
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
      ? Double(shares.count { $0 >= settings.leastReaction }) * HalfSeconds.length : nil
    held = share(sum(\.held), of: count(\.withGaze))
    viewers = upperHalf(bins.map { $0.count(settings.evidence) })
    (faces, looks) = (upperHalf(bins.map(\.withFace)), upperHalf(bins.map(\.withGaze)))
    var shown = EmotionVector.zero
    for bin in bins { shown.lanes += bin.reactingBy.lanes }
    let strongest = Emotion.allCases.max { shown[$0] < shown[$1] }
    // One viewer alone may show what no more than one shows at a time.
    let (all, faces) = (max(1, count(\.withFace)), faces)
    emotion = strongest.flatMap {
      disclosure.isShared(Double(shown[$0]) / all, of: faces) ? $0 : nil
    }
    let told =
      switch settings.evidence {
      case .both: share(sum(\.reactingHeld), of: count(\.withBoth))
      case .emotion: share(sum(\.reacting), of: count(\.withFace))
      case .gaze: held
      case .curve: nil as Double?
      }
    score = hundredths(disclosure.share(told, of: viewers) ?? 0)
    (self.disclosure, self.settings) = (disclosure, settings)
  }

  /// Whether more than one viewer reacts, or reactions do not matter: the segment itself may be
  /// published.
  var isShared: Bool {
    settings.evidence == .gaze
      || disclosure.mayShowEvidence(rate: reactingShare ?? 0, of: faces)
  }

  /// `reactingShare` as it may be published.
  var toldShare: Double? { disclosure.share(reactingShare, of: faces) }

  /// `reactingViewers` as it may be told; `nil` without faces.
  var toldViewers: Double? { disclosure.part(reactingViewers, of: faces) }

  /// `held` as it may be told.
  var toldHeld: Double? { disclosure.share(held, of: looks) }

  /// The figures in the words of a decision.
  var why: Why {
    // That hardly anybody reacts at any time says so of everybody.
    let isTold = disclosure.isShared(reactingShare ?? 0, of: faces)
    return Why(
      emotion: emotion?.name, reactingShare: toldShare.map(hundredths),
      reactingViewers: toldViewers.map(Rounding.viewers),
      sustainedSeconds: isTold ? sustainedSeconds : nil, held: toldHeld.map(hundredths),
      viewers: viewers)
  }
}

extension BinSummary {
  /// Viewers with what the settings ask for.
  func count(_ evidence: SelectionSettings.Evidence) -> Int {
    switch evidence {
    case .both: withBoth
    case .emotion: withFace
    case .gaze: withGaze
    // A curve is of no viewer.
    case .curve: 0
    }
  }
}

/// Rounded to 0.01.
func hundredths(_ value: Double) -> Double { Rounding.share(value) }

/// Rounded to a millisecond.
func milliseconds(_ value: Double) -> Double { Rounding.time(value) }

/// The mean; 0 of nothing.
func mean(_ values: [Double]) -> Double {
  values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
}

/// The most that at least half of the values reach.
func upperHalf(_ values: [Int]) -> Int {
  guard !values.isEmpty else { return 0 }
  return values.sorted(by: >)[(values.count + 1) / 2 - 1]
}

/// The figures that a segment is chosen by, in the order of the steps.
package struct WindowEvidence: Hashable, Sendable {
  /// Sum of the evidence; `nil` if at most one viewer reacts.
  package var evidence: Double?
  /// Evidence that a segment must have more than.
  package var cost: Double
  /// Mean share of the viewers who react at a time, 0…1; `nil` without faces.
  package var reactingShare: Double?
  /// How many react at a time, the mean; `nil` without faces.
  package var reactingViewers: Double?
  /// Share of a new viewer's looks that a frame holds, 0…1; `nil` without looks.
  package var held: Double?
  /// Viewers with what the settings ask for at once, in half of the window.
  package var viewers: Int
  /// 0…1, as a moment's, rounded to 0.01.
  package var score: Double
}

extension MomentChooser {
  /// Weighs a window as choosing does.
  ///
  /// - Parameters:
  ///   - window: seconds of play time.
  ///   - summary: the audience.
  /// - Returns: the figures; all 0 for a window outside the video.
  func weighed(_ window: Range<Double>, in summary: TimelineSummary) -> WindowEvidence {
    let bins = HalfSeconds.covering(window, count: summary.bins.count)
    let figures = WindowFigures(bins, of: summary, settings)
    return WindowEvidence(
      evidence: figures.isShared ? evidence(of: summary)[bins].reduce(0, +) : nil,
      cost: SelectionSettings.segmentCost,
      reactingShare: figures.toldShare, reactingViewers: figures.toldViewers,
      held: figures.toldHeld, viewers: figures.viewers, score: figures.score)
  }
}
