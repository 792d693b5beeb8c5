package import Audience
internal import EditDecisions
import Glibc

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
