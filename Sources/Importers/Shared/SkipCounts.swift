/// Why a sample, or a side of one, could not be used.
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
  case word = "word where a number is asked"
  case otherForm = "value of another form"
  case noTrackingID = "no trackingId"
  case noUser = "face of no user"
  case repeated = "record that came before"
  case emptySession = "session without a usable sample"
  case outside = "outside of the video's showing"
  case notice = "gift or system notice"
  case nameless = "message without its writer"

  /// What a reason costs.
  enum Cost {
    /// The record is ignored.
    case record
    /// A value of the record is ignored, and the rest of it is taken.
    case value
    /// Nothing: the record is about something else, or was taken already.
    case nothing
  }

  var cost: Cost {
    switch self {
    case .timeNotANumber, .negativeTime, .nothingReported, .badBox, .unlabelledBox, .boxOutside,
      .noTrackingID, .noUser, .nameless:
      .record
    case .unknownTracking, .unknownState, .unknownEmotion, .farGaze, .oddScore, .word, .otherForm:
      .value
    case .outside, .otherRow, .noSeat, .otherVideo, .beforeStart, .briefBox, .repeated, .emptySession,
      .notice:
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

  /// The counts by the reason's words.
  var byReason: [String: Int] {
    Dictionary(uniqueKeysWithValues: counts.map { ($0.key.rawValue, $0.value) })
  }

  /// The counts for a message: `negative time 12, neither gaze nor emotion 3`.
  var summary: String {
    SkipReason.allCases.compactMap { reason in
      counts[reason].map { "\(reason.rawValue) \($0)" }
    }.joined(separator: ", ")
  }
}

/// What an import left out of a file, and how much that is of the whole.
///
///     Losses(["no trackingId": 37], taken: 34).words    "37 of 71 records ignored: no trackingId"
package struct Losses {
  private let reasons: [(cost: SkipReason.Cost, word: String, count: Int)]
  private let taken: Int

  /// Takes the counts by reason, of a file of which so many records were taken.
  package init(_ skipped: [String: Int], taken: Int) {
    // A reason that another gazecut had is a record.
    reasons = skipped.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { (SkipReason(rawValue: $0.key)?.cost ?? .record, $0.key, $0.value) }
    self.taken = taken
  }

  private func count(_ cost: SkipReason.Cost) -> Int {
    reasons.reduce(0) { $0 + ($1.cost == cost ? $1.count : 0) }
  }

  private func words(_ cost: SkipReason.Cost) -> String {
    let own = reasons.filter { $0.cost == cost }
    if let only = own.first, own.count == 1, cost != .nothing { return only.word }
    return own.map { "\($0.word) \($0.count)" }.joined(separator: ", ")
  }

  /// Whether more than a tenth of the records, or of the values of one kind, was ignored.
  package var areMany: Bool {
    count(.record) * 10 > taken + count(.record)
      || reasons.contains { $0.cost == .value && $0.count * 10 > taken }
  }

  /// How many records, and values of records, were ignored.
  package var count: Int { count(.record) + count(.value) }

  /// What was ignored; `nil` where nothing was.
  package var words: String? {
    let (records, values) = (count(.record), count(.value))
    let parts = [
      records > 0
        ? "\(records) of \(taken + records) records ignored: \(words(.record))" : nil,
      values > 0 ? "\(values) \(values == 1 ? "value" : "values") ignored: \(words(.value))" : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// What was left out because it is about something else; `nil` where nothing was.
  package var others: String? {
    let words = words(.nothing)
    return words.isEmpty ? nil : "left out: \(words)"
  }
}
