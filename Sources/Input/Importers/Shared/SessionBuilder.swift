import Audience

/// Collects one session: keeps what can be used and counts what cannot, by reason.
struct SessionBuilder {
  let samples: SampleParts
  private(set) var skips = SkipCounts()
  /// Why gaze and faces of its samples cannot be used.
  var lost = LostSides()
  private let context: FileContext
  /// What a time is, for the refusal of one that lies beyond any video.
  private let times: String
  /// Seconds added to every time.
  private let offset: Double

  /// Begins a session; its times are moved by `--offset` where no other is given.
  init(_ context: FileContext, times: String = "'t' is play time in seconds", offset: Double? = nil)
  {
    self.context = context
    self.times = times
    self.offset = offset ?? context.options.offset
    samples = SampleParts(context.scratch)
  }

  /// Notes something that could not be used, without losing the rest of its sample.
  mutating func note(_ reason: SkipReason) { skips.add(reason) }

  mutating func append(time: Double?, gaze: Gaze, face: Face, line: Int?) throws(ImportError) {
    guard let time = try context.playTime(time, plus: offset, &skips, line, times) else { return }
    guard gaze != .notReported || face != .notReported else { return skips.add(.nothingReported) }
    try samples.append(Sample(time: time, gaze: usable(gaze), face: face))
  }

  /// A gaze that lies pictures away is a tracker's word for none.
  private mutating func usable(_ gaze: Gaze) -> Gaze {
    guard case .at(let point, _, _) = gaze,
      !(Self.places.contains(point.x) && Self.places.contains(point.y))
    else { return gaze }
    skips.add(.farGaze)
    return .lost
  }

  /// Where a gaze can be stored, in pictures.
  static let places = -3.999...3.999
}

/// How many samples have a gaze or a face that cannot be used, and why: told where none can.
struct LostSides {
  var invalidGaze = 0
  var unsureGaze = 0
  var gazeWithoutPoint = 0
  var missingFace = 0
  var faceWithoutScore = 0

  /// The counts by the words of a message.
  var byReason: [String: Int] {
    [
      "gaze marked as not valid": invalidGaze, "gaze of too little confidence": unsureGaze,
      "gaze without coordinates": gazeWithoutPoint, "no face found": missingFace,
      "face without a score": faceWithoutScore,
    ].filter { $0.value > 0 }
  }
}

/// The sessions of one file in its order, each added once it was read.
struct SessionList {
  private(set) var all: [StagedSession] = []
  /// What could not be used and is of no session that is taken.
  private var skips: SkipCounts
  /// What could not be used of any session.
  private var refused: SkipCounts
  private var ids: Set<[String]> = []

  /// Begins with what is of no session and could not be used.
  init(_ skips: SkipCounts = SkipCounts()) { (self.skips, refused) = (skips, skips) }

  /// What tells ids apart that follow from the file's name: nothing for the first session.
  var suffix: String { all.isEmpty ? "" : "-\(all.count + 1)" }

  func has(_ session: String, of video: String) -> Bool { ids.contains([video, session]) }

  /// Notes that no more will come of a session, and tells whether any of it can be used; where
  /// nothing can, its reasons are told with the sessions that can.
  mutating func end(_ builder: SessionBuilder) throws(ImportError) -> Bool {
    try builder.samples.close()
    refused.add(builder.skips)
    guard builder.samples.isEmpty else { return true }
    skips.add(builder.skips)
    skips.add(.emptySession)
    return false
  }

  /// Adds a session that was read; one that is not added leaves its id free.
  mutating func append(_ session: StagedSession) {
    ids.insert([session.video, session.session])
    all.append(session)
  }

  /// All sessions; a file without any is refused with what its samples look like.
  func finished(_ context: FileContext, _ remedy: String) throws(ImportError) -> [StagedSession] {
    guard !all.isEmpty else { throw context.nothing("sample", refused, remedy) }
    // What is nobody's is told with the first.
    var sessions = all
    sessions[0].skipped.merge(skips.byReason, uniquingKeysWith: +)
    return sessions
  }
}
