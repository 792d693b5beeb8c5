/// Why a sample or one of its values could not be used; the library stores the raw values.
enum SkipReason: String, CaseIterable {
  case timeNotANumber = "time is not a number"
  case negativeTime = "negative time"
  case nothingReported = "neither gaze nor emotion"
  case unknownTracking = "unknown tracking word"
  case unknownState = "unknown emotion state"
  case unknownEmotion = "unknown emotion"
  case badBox = "box without a size"
  case unlabelledBox = "box without a label"
  case boxOutside = "box outside the picture"
  case otherRow = "row of another kind"
  case noSeat = "face in no seat"
  case otherVideo = "row of another video"
  case beforeStart = "before the video began"
  case briefBox = "box seen in fewer than four frames"
  case farGaze = "gaze far off the picture"
  case oddScore = "score outside 0…1"
  case word = "text instead of a number"
  case otherForm = "value of the wrong type"
  case noTrackingID = "no trackingId"
  case noUser = "face without a user"
  case repeated = "repeated record"
  case emptySession = "session without a usable sample"
  case outside = "outside the time of the video"
  case notice = "gift or system notice"
  case nameless = "message without an author"

  enum DataLoss {
    /// The whole record is skipped.
    case record
    /// One value of the record is skipped, and the rest is used.
    case value
    /// Nothing is lost: the record concerns something else, or was already imported.
    case nothing
  }

  var cost: DataLoss {
    switch self {
    case .timeNotANumber, .negativeTime, .nothingReported, .badBox, .unlabelledBox, .boxOutside,
      .noTrackingID, .noUser, .nameless:
      .record
    case .unknownTracking, .unknownState, .unknownEmotion, .farGaze, .oddScore, .word, .otherForm:
      .value
    case .outside, .otherRow, .noSeat, .otherVideo, .beforeStart, .briefBox, .repeated,
      .emptySession, .notice:
      .nothing
    }
  }
}

struct SkipCounts {
  private var counts: [SkipReason: Int] = [:]

  var isEmpty: Bool { counts.isEmpty }

  mutating func add(_ reason: SkipReason, _ count: Int = 1) {
    if count > 0 { counts[reason, default: 0] += count }
  }

  mutating func add(_ other: SkipCounts) { counts.merge(other.counts, uniquingKeysWith: +) }

  var byReason: [String: Int] {
    Dictionary(uniqueKeysWithValues: counts.map { ($0.key.rawValue, $0.value) })
  }

  /// The counts as text, for example `negative time 12, neither gaze nor emotion 3`.
  var summary: String {
    SkipReason.allCases.compactMap { reason in
      counts[reason].map { "\(reason.rawValue) \($0)" }
    }.joined(separator: ", ")
  }
}
