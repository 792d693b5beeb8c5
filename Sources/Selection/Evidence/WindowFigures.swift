package import Audience
internal import EditDecisions
import Glibc

/// The figures of a window of bins, as they stand in a moment's reasons.
struct WindowFigures {
  /// Strongest emotion that counts; `nil` without any reaction.
  var emotion: Emotion?
  /// Mean share of the faces that react with what counts.
  var reactingShare: Double?
  var reactingShareLow: Double?
  /// Share of the audience that reacts at a time, 0…1, with one more viewer who does nothing.
  var reaction: Double
  /// Viewers who react at a time.
  ///
  /// Who reacts is counted, whatever that viewer weighs otherwise: over planted stretches two who
  /// react give 1.3 to 2.6 and three 2.5 to 3.1, where strengths by weight run into each other.
  var reactingViewers: Double
  /// Strengths of the reaction, 0…1, by weight.
  var strength: Double
  var sustainedSeconds: Double?
  var gatheredShare: Double?
  var gatheredByChance: Double?
  /// Agreement above chance as a share of the looks, 0…1.
  var gathering: Double
  /// Agreement above chance, by the pair kernel.
  var agreement: Double
  /// How far from the middle of the picture the densest clusters lie on the average, picture
  /// heights; `nil` without any.
  var middleOffset: Double?
  /// Deviations of the window's agreement above chance.
  var z: Double
  /// Distinct viewers with usable gaze and face in at least half of the bins.
  var viewers: Int
  var withGaze: Int
  var withFace: Int
  private let scoreScale: Double

  /// The figures of a window.
  ///
  /// - Parameters:
  ///   - bins: those of its bins, which follow one another.
  ///   - summary: whose bins they are.
  ///   - settings: which emotions count.
  init(_ bins: [BinFigures], of summary: TimelineSummary, settings: SelectionSettings) {
    let faces = bins.filter { $0.withFace > 0 }
    scoreScale = settings.constants.scoreScale
    reaction = mean(bins.map(\.reactingOfOneMore))
    strength = mean(bins.map(\.reaction))
    let first = HalfSeconds.nearest(to: bins.first?.start ?? 0)
    // Where nothing tells viewers apart, how many are there at once stands for them.
    func distinct(gaze: Bool, face: Bool, _ atOnce: KeyPath<BinFigures, Int>) -> Int {
      let sides = ViewerPresence.Sides(gaze: gaze, emotions: face ? settings.counted : nil)
      return summary.distinctViewers(sides, in: first..<first + bins.count)
        ?? upperHalf(bins.map { $0[keyPath: atOnce] })
    }
    withFace = distinct(gaze: false, face: true, \.withFace)
    withGaze = distinct(gaze: true, face: false, \.withGaze)
    viewers = distinct(gaze: true, face: true, \.withBoth)
    reactingViewers = mean(bins.map { $0.reactingShareAny * Double($0.withFace) })
    if !faces.isEmpty {
      let strongest = Emotion.allCases.filter { settings.weights[$0] > 0 }.map { emotion in
        (
          emotion,
          mean(faces.map { Double($0.reactingShares[emotion] * settings.weights[emotion]) })
        )
      }.max { $0.1 < $1.1 }
      emotion = strongest.flatMap { $0.1 > 0 ? $0.0 : nil }
      reactingShare = mean(faces.map(\.reactingShareAny))
      reactingShareLow = wilsonLow(
        (reactingShare ?? 0) * Double(withFace), of: Double(withFace))
      let on = faces.count { $0.reactingOfOneMore >= settings.leastReaction / 2 }
      sustainedSeconds = Double(on) * HalfSeconds.length
    }
    let gazes = bins.filter { $0.gatheredShare != nil }
    if !gazes.isEmpty {
      gatheredShare = mean(gazes.compactMap(\.gatheredShare))
      gatheredByChance =
        gazes.compactMap(\.gatheredByChance).isEmpty
        ? nil : mean(gazes.compactMap(\.gatheredByChance))
    }
    let agreements = bins.compactMap(\.agreement)
    let above = mean(agreements.map { ($0.value - $0.byChance) / max(0.05, 1 - $0.byChance) })
    gathering = max(0, above).squareRoot()
    agreement = mean(agreements.map { $0.value - $0.byChance })
    let own = (first..<first + bins.count).clamped(to: summary.bins.indices)
    middleOffset = MiddleHabit.meanOffset(of: summary.bins[own], aspect: summary.aspect)
    // Neighbouring bins share their looks: about every third is news.
    z = mean(agreements.map(\.z)) * max(1, Double(agreements.count) / 3).squareRoot()
  }

  /// Reaction and gathering in one figure, 0…1, rounded to 0.01.
  func score(_ evidence: SelectionSettings.Evidence) -> Double {
    let face = 1 - exp(-reaction / scoreScale)
    let gaze = 1 - exp(-gathering / scoreScale)
    let score =
      switch evidence {
      case .both: (face * gaze).squareRoot()
      case .emotion: face
      case .gaze: gaze
      }
    return hundredths(score)
  }

  /// The figures in the words of a decision.
  func why(_ evidence: SelectionSettings.Evidence) -> Why {
    let viewers =
      switch evidence {
      case .both: self.viewers
      case .emotion: withFace
      case .gaze: withGaze
      }
    return Why(
      emotion: emotion?.name, reactingShare: reactingShare.map(hundredths),
      reactingShareLow: reactingShareLow.map(hundredths),
      sustainedSeconds: sustainedSeconds, gatheredShare: gatheredShare.map(hundredths),
      gatheredByChance: gatheredByChance.map(hundredths), viewers: viewers)
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

/// How the chooser weighs a window: its evidence on both sides against the video's own baselines.
package struct WindowEvidence: Hashable, Sendable {
  /// Log likelihood gained by a reaction of the window's own level, against the baseline.
  package var reaction: Double
  /// The same by a gathering.
  package var gathering: Double
  /// What each side must bring beyond, to be worth a stretch.
  package var cost: Double
  /// Mean strength of the reaction, 0…1.
  package var strength: Double
  /// What is usual in this video, 0…1.
  package var usualStrength: Double
  /// Deviations of the window's agreement above chance.
  package var z: Double
  /// Distinct viewers with gaze and face, as far as the settings ask for them, in half of the
  /// window.
  package var viewers: Int
  /// 0…1, as a moment's, rounded to 0.01.
  package var score: Double
  /// Share of the gaze in the densest cluster, 0…1; `nil` with too little gaze.
  package var gatheredShare: Double?
}

extension MomentChooser {
  /// Weighs a window as choosing does.
  ///
  /// - Parameters:
  ///   - window: seconds of play time.
  ///   - summary: the audience.
  /// - Returns: the figures; all 0 for a window outside the video.
  package func undisclosedEvidence(
    of window: Range<Double>, in summary: TimelineSummary
  ) -> WindowEvidence {
    let bins = HalfSeconds.covering(window, count: summary.bins.count)
    let all = undisclosedFigures(of: summary)
    let track = EvidenceTrack(all, settings.constants)
    let figures = WindowFigures(Array(all[bins]), of: summary, settings: settings)
    return WindowEvidence(
      reaction: bins.isEmpty ? 0 : track.reactionEvidence(bins),
      gathering: bins.isEmpty ? 0 : track.gatheringEvidence(bins), cost: settings.stretchCost,
      strength: figures.strength, usualStrength: track.reactionBase, z: figures.z,
      viewers: figures.why(settings.evidence).viewers, score: figures.score(settings.evidence),
      gatheredShare: figures.gatheredShare)
  }
}

/// exp(−d² / 2s²) of a squared distance.
func gaussian(_ squared: Double, deviation: Double) -> Double {
  exp(-squared / (2 * deviation * deviation))
}
