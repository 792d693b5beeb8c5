/// The viewers by whom the others are told: where they gathered, what they showed, and what
/// chance would give.
struct ReferenceCrowd: Sendable {
  /// The crowd's own rows, corrected and weighed, in an order of their own.
  private(set) var rows: [[AudienceRow?]]
  /// When they were there, sorted by what they hold.
  let presences: [ViewerPresence]
  /// What is known of each bin.
  let figures: [ChanceOfGathering.Figures]
  /// The crowd as resampling counts it, where that is asked for.
  let resampled: ResampledCrowd?
  private let offset: CalibrationOffset
  private let agreement: AgreementWeight

  init(
    _ viewers: [[AudienceRow?]], settings: FoldSettings, aspect: Double, binCount: Int,
    isResampled: Bool = false
  ) {
    presences = viewers.map(ViewerPresence.init(rows:)).sorted()
    var rows = ViewerOrder.sorted(viewers)
    // Who comes how often depends on nobody else: on rows that no crowd has corrected.
    let draws = isResampled ? ResampleDraws(rows) : nil
    offset = CalibrationOffset(rows, settings: settings, aspect: aspect, binCount: binCount)
    offset.correct(&rows)
    agreement = AgreementWeight(rows, settings: settings)
    agreement.apply(to: &rows)
    let found =
      ChanceOfGathering(settings: settings, aspect: aspect, viewers: rows, binCount: binCount)
      .figures(resampledBy: draws)
    figures = found.all
    let corrected = rows
    resampled = draws.map { ResampledCrowd(corrected, $0, agreements: found.resampled) }
    self.rows = rows
  }

  /// A viewer outside the crowd, corrected and weighed against it.
  func corrected(_ viewer: [AudienceRow?]) -> [AudienceRow?] {
    var rows = offset.corrected(viewer)
    agreement.apply(toOutsider: &rows)
    return rows
  }

  /// The crowd once its rows are tallied.
  func withoutRows() -> ReferenceCrowd {
    var copy = self
    copy.rows = []
    return copy
  }
}
