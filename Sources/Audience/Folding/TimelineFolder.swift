/// Folds a video's sessions into its audience timeline, one viewer at a time.
///
/// Only half-second rows are held, 16 bytes a viewer and bin: the samples of a viewer can go as
/// soon as they were added. The order of the viewers does not matter.
public struct TimelineFolder: Sendable {
  let duration: Double
  let aspect: Double
  let settings: FoldSettings
  let binCount: Int
  /// One row a bin and viewer; `nil` where the viewer did not watch.
  var viewers: [[AudienceRow?]] = []
  private var unfit: [SessionFolding.Unfit: Int] = [:]

  /// Begins an empty timeline.
  ///
  /// - Parameters:
  ///   - duration: length of the video in seconds.
  ///   - aspect: width of the picture divided by its height.
  ///   - settings: how to clean.
  public init(duration: Double, aspect: Double, settings: FoldSettings = FoldSettings()) {
    self.duration = duration.isFinite ? max(0, duration) : 0
    self.aspect = aspect.isFinite && aspect > 0 ? aspect : 16.0 / 9
    self.settings = settings
    binCount = Int((self.duration / AudienceTimeline.binSeconds).rounded(.up))
  }

  /// Adds one viewer: all of that viewer's sessions, oldest first.
  ///
  /// A session that knows gaze alone and one that knows the face alone are one pass recorded by
  /// two devices; sessions that know the same are passes of their own and are averaged.
  public mutating func add(viewer sessions: [SampleColumns]) {
    let folding = SessionFolding(
      settings: settings, duration: duration, aspect: aspect, binCount: binCount)
    var tracks: [SessionTrack] = []
    var reason = SessionFolding.Unfit.empty
    for outcome in Viewing.passes(of: sessions).flatMap(folding.fold) {
      switch outcome {
      case .track(let track): tracks.append(track)
      case .unfit(let why): if reason == .empty { reason = why }
      }
    }
    if let track = SessionTrack.merged(tracks) {
      viewers.append(track.rows())
    } else {
      unfit[reason, default: 0] += 1
    }
  }

  /// The timeline of the viewers added so far.
  public func timeline() -> AudienceTimeline {
    var rows = ViewerOrder.sorted(viewers)
    CalibrationOffset(settings: settings, aspect: aspect).correct(&rows, binCount: binCount)
    AgreementWeight(settings: settings).apply(to: &rows)
    let chance = ChanceOfGathering(
      settings: settings, aspect: aspect, viewers: rows, binCount: binCount)
    let figures = chance.figures()
    let bins = (0..<binCount).map { bin in
      AudienceBin(
        rows: rows.enumerated().compactMap { viewer, rows -> AudienceRow? in
          var row = rows[bin]
          row?.isInSecondHalf = viewer % 2 == 1
          row?.glance = .zero
          return row
        }.sorted(), chance: figures[bin].chance,
        agreement: figures[bin].agreement)
    }
    let excluded = unfit.map { AudienceTimeline.Exclusion(viewers: $1, reason: $0.rawValue) }
    var timeline = AudienceTimeline(
      duration: duration, aspect: aspect, gazeNoise: settings.gazeNoise, bins: bins,
      viewers: viewers.count,
      excluded: excluded.sorted { ($1.viewers, $0.reason) < ($0.viewers, $1.reason) })
    timeline.presences = viewers.map(ViewerPresence.init(rows:)).sorted()
    timeline.eyeLag = settings.eyeLag
    timeline.faceLag = settings.faceLag
    return timeline
  }
}
