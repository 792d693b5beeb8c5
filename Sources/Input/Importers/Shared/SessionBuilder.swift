import Audience

/// Collects the usable samples of one session, and counts unusable ones by reason.
struct SessionBuilder {
  let samples: SampleBuffer
  private(set) var skips = SkipCounts()
  var lost = LostDataCounts()
  private let context: ImportContext
  /// A hint for the error about a time after 24 h.
  private let times: String
  private let offset: Double

  /// By default, `--offset` is added to times.
  init(
    _ context: ImportContext, times: String = "'t' is play time in seconds", offset: Double? = nil
  ) {
    self.context = context
    self.times = times
    self.offset = offset ?? context.options.offset
    samples = SampleBuffer(context.scratch)
  }

  /// Counts a value that could not be used; the rest of its sample is kept.
  mutating func note(_ reason: SkipReason) { skips.add(reason) }

  mutating func append(time: Double?, gaze: Gaze, face: Face, line: Int?) throws(ImportError) {
    guard let time = try context.playTime(time, plus: offset, &skips, line, times) else { return }
    guard gaze != .notReported || face != .notReported else { return skips.add(.nothingReported) }
    try samples.append(Sample(time: time, gaze: usable(gaze), face: face))
  }

  /// Replaces gaze far outside the frame, which trackers report for missing gaze, by lost gaze.
  private mutating func usable(_ gaze: Gaze) -> Gaze {
    guard case .at(let point, _, _) = gaze,
      !(Self.places.contains(point.x) && Self.places.contains(point.y))
    else { return gaze }
    skips.add(.farGaze)
    return .lost
  }

  /// The coordinates, in shares of the frame, that can be stored.
  static let places = -3.999...3.999
}

/// Counts of samples with unusable gaze or face, by reason; reported if no sample is usable.
struct LostDataCounts {
  var invalidGaze = 0
  var unsureGaze = 0
  var gazeWithoutPoint = 0
  var missingFace = 0
  var faceWithoutScore = 0

  var byReason: [String: Int] {
    [
      "gaze marked as not valid": invalidGaze, "gaze of too little confidence": unsureGaze,
      "gaze without coordinates": gazeWithoutPoint, "no face found": missingFace,
      "face without a score": faceWithoutScore,
    ].filter { $0.value > 0 }
  }
}

struct SessionList {
  private(set) var all: [StagedSession] = []
  /// Counts of unusable values that belong to no imported session.
  private var skips: SkipCounts
  /// Counts of unusable values of all sessions, for the error if none is usable.
  private var allSkips: SkipCounts
  private var ids: Set<[String]> = []

  init(_ skips: SkipCounts = SkipCounts()) { (self.skips, allSkips) = (skips, skips) }

  /// Suffix for session IDs derived from the file's name; empty for the first session.
  var suffix: String { all.isEmpty ? "" : "-\(all.count + 1)" }

  func has(_ session: String, of video: String) -> Bool { ids.contains([video, session]) }

  /// Ends a session, and returns whether it has samples; if not, the file gets its reasons.
  mutating func end(_ builder: SessionBuilder) throws(ImportError) -> Bool {
    try builder.samples.close()
    allSkips.add(builder.skips)
    guard builder.samples.isEmpty else { return true }
    skips.add(builder.skips)
    skips.add(.emptySession)
    return false
  }

  mutating func append(_ session: StagedSession) {
    ids.insert([session.video, session.session])
    all.append(session)
  }

  /// All sessions; throws if there are none, with the reasons and the expected form.
  func finished(_ context: ImportContext, _ remedy: String) throws(ImportError) -> [StagedSession] {
    guard !all.isEmpty else { throw context.nothing("sample", allSkips, remedy) }
    // Report values that belong to no session with the first one.
    var sessions = all
    sessions[0].skipped.merge(skips.byReason, uniquingKeysWith: +)
    return sessions
  }
}
