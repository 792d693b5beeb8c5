import Audience
import EditDecisions
import Foundation
import Framing
import GenreAudience
import SampleAudience
import Selection
import TestMaterial

/// An audience with the moments that are right to choose, as the benches of choosing use it.
struct BenchAudience: Sendable {
  let duration: Double
  /// For each viewer all sessions.
  var viewers: [[SampleColumns]]
  /// The moments that are right to choose.
  var truth: [ClosedRange<Double>] = []
  /// Segments that are neither right nor wrong.
  var neither: [ClosedRange<Double>] = []
  /// Whether faces alone decide.
  var isWithoutGaze = false

  /// A synthetic audience of a plan.
  init(_ plan: AudiencePlan) {
    duration = plan.duration
    let audience = PlantedAudience(plan)
    viewers = (0..<plan.viewers).map { [audience.samples(ofViewer: $0)] }
    truth = audience.script.stretches.filter { $0.kind == .delight }.map { $0.start...$0.end }
  }

  /// A synthetic audience of a genre.
  init(_ genre: Genre, viewers count: Int, seed: Int) {
    let video = GenreVideo(genre, viewers: count, seed: UInt64(seed))
    duration = video.duration
    viewers = (0..<count).map { [video.samples(ofViewer: $0)] }
    truth = video.moments.map { $0.lowerBound...$0.upperBound }
  }

  /// Viewers whose gaze was recorded, with planted laughs.
  ///
  /// A laugh is right if a vertical window holds at least 60 % of a new viewer's gaze points, and
  /// wrong below 50 %.
  init(_ film: RealFilm, viewers count: Int, seed: Int) {
    let planted = PlantedLaughs(film, viewers: count, seed: seed)
    duration = RealFilm.duration
    viewers = planted.sessions(film).map { [$0] }
    let coverage = film.held(ofViewers: planted.viewers)
    for laugh in planted.laughs {
      let bins = TimeBins.centered(
        from: laugh.lowerBound, to: laugh.upperBound, count: coverage.count)
      let held = LabelFigures.mean(coverage[bins]) ?? 0
      if held >= 0.6 { truth.append(laugh) } else if held >= 0.5 { neither.append(laugh) }
    }
  }

  /// A recorded audience without gaze.
  init(faces: [[SampleColumns]], duration: Double) {
    (self.duration, viewers, isWithoutGaze) = (duration, faces, true)
  }

  /// A part of the viewers.
  func part(_ range: Range<Int>) -> BenchAudience {
    var part = self
    part.viewers = Array(viewers[range])
    return part
  }

  /// At most this many moments are chosen.
  var count: Int { max(SelectionSettings().count, truth.count) }

  /// The audience aggregated, with resamples if they are asked for.
  func folded(
    _ settings: AggregationSettings = AggregationSettings(), isResampled: Bool = false
  ) -> (audience: AggregatedAudience, resamples: AudienceResamples?) {
    var fold = AudienceAggregation(duration: duration, aspect: 16.0 / 9, settings: settings)
    fold.isResampled = isResampled
    fold.add(sessions: viewers)
    return (fold.finish(), fold.resamples)
  }

  /// What the program chooses from the aggregated audience.
  func choice(
    _ settings: SelectionSettings, _ folded: AggregatedAudience,
    _ resamples: AudienceResamples? = nil
  ) -> Choice {
    var settings = settings
    settings.count = count
    if isWithoutGaze { settings.evidence = .emotion }
    let chooser = MomentChooser(settings: settings)
    var summary = folded.summary
    summary.wideSegments = wideSegments(
      in: chooser.scatteredCores(in: summary),
      FramingRequest(
        start: 0, end: duration, cuts: [],
        timeline: GazeTimeline(
          gazeNoise: summary.fold.gazeNoise, bins: folded.rows),
        pictureWidth: 1920, pictureHeight: 1080, frameRate: FrameRate(25, 1)))
    let choice = chooser.choose(from: summary)
    guard let resamples, !choice.candidates.isEmpty else { return choice }
    return ResampledChoices(of: resamples, by: chooser).withConfidence(choice, settings)
  }

  /// What the program chooses.
  func choice(_ settings: BenchSettings = BenchSettings()) -> Choice {
    let (audience, resamples) = folded(
      settings.fold, isResampled: settings.selection.leastSure > 0)
    return choice(settings.selection, audience, resamples)
  }

  /// How well cores match the right moments.
  func score(_ cores: [ClosedRange<Double>]) -> MomentScore {
    let counted = cores.filter { core in
      !neither.contains { laugh in
        let shared =
          min(core.upperBound, laugh.upperBound) - max(core.lowerBound, laugh.lowerBound)
        return shared > (core.upperBound - core.lowerBound) / 2
      }
    }
    return MomentScore(counted, truth: truth)
  }
}

extension Choice {
  /// The cores of the chosen moments, best first.
  var cores: [ClosedRange<Double>] { candidates.map { $0.coreStart...$0.coreEnd } }
}
