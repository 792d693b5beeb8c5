import Audience
import EditDecisions
import Selection
import TestMaterial

/// gazecut as the bench of people asks it: the one place that knows how it folds and chooses.
struct PeopleModel {
  /// How audiences are learned: the defaults, and what a sweep moves.
  nonisolated(unsafe) static var fold = FoldSettings()
  /// What is chosen beside `evidence: emotion`.
  nonisolated(unsafe) static var selection = SelectionSettings()

  /// Faces alone: the comedy audiences have no gaze.
  private static var settings: SelectionSettings {
    var settings = selection
    settings.evidence = .emotion
    return settings
  }

  /// Evidence per half second, and per seat P(reacts) per half second, of seats' sessions.
  static func evidence(
    of seats: [[SampleColumns]], duration: Double
  ) -> (evidence: [Double], reacts: [[Double]]) {
    let folder = folder(of: seats, duration)
    return (folder.folded().summary.bins.map(\.evidence), folder.reacting())
  }

  /// The seconds of the moments that are chosen, best first.
  static func moments(of seats: [[SampleColumns]], duration: Double) -> [Range<Double>] {
    choice(settings, seats, duration).candidates.map { $0.start..<max($0.start, $0.end) }
  }

  /// The cores that the defaults choose, from looks and faces.
  static func cores(of viewers: [[SampleColumns]], duration: Double) -> [ClosedRange<Double>] {
    choice(selection, viewers, duration).candidates.map { $0.coreStart...$0.coreEnd }
  }

  private static func choice(
    _ settings: SelectionSettings, _ viewers: [[SampleColumns]], _ duration: Double
  ) -> Choice {
    let (folded, resamples) = folder(of: viewers, duration).resampled()
    return ChoosingTrial.choice(settings, folded.summary, resamples)
  }

  private static func folder(of seats: [[SampleColumns]], _ duration: Double) -> TimelineFolder {
    var folder = TimelineFolder(duration: duration, aspect: 16.0 / 9, settings: fold)
    for sessions in seats { folder.add(viewer: sessions) }
    return folder
  }
}
