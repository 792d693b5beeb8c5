import Audience
import Selection

extension MomentChooser {
  /// Chooses from rows that are summed up first.
  func choose(from timeline: AudienceTimeline) -> Choice {
    choose(from: TimelineSummary(timeline))
  }
}

extension BinFigures {
  /// The figures of rows.
  init(
    _ bin: AudienceBin, index: Int, of timeline: AudienceTimeline, settings: SelectionSettings
  ) {
    var whole = timeline
    whole.bins = [bin]
    self.init(TimelineSummary(whole).bins[0], index: index, settings: settings)
  }
}
