import Audience
import Foundation

/// Collects one session: keeps what can be used and counts what cannot, by reason.
struct SessionBuilder {
  /// Later than any video is long: what lies beyond is in another unit.
  static let latestTime = 86_400.0

  let samples: SampleParts
  private(set) var skips = SkipCounts()
  /// Seconds added to every time.
  private let offset: Double

  /// Begins a session.
  ///
  /// - Parameters:
  ///   - context: the file.
  ///   - offset: seconds to add to every time; `nil` is `--offset`.
  init(_ context: FileContext, offset: Double? = nil) {
    samples = SampleParts(context.scratch)
    self.offset = offset ?? context.options.offset
  }

  /// Notes something that could not be used, without losing the rest of its sample.
  mutating func note(_ reason: SkipReason) { skips.add(reason) }

  /// Adds a sample; `false` when its time lies beyond any video, which refuses the file.
  mutating func append(
    time: Double?, gaze: Gaze, face: Face
  ) throws(ImportError) -> Bool {
    guard var time else {
      skips.add(.timeNotANumber)
      return true
    }
    if offset != 0 { time = Self.moved(time, by: offset) }
    guard time >= 0 else {
      skips.add(.negativeTime)
      return true
    }
    guard time <= Self.latestTime else { return false }
    guard gaze != .notReported || face != .notReported else {
      skips.add(.nothingReported)
      return true
    }
    try samples.append(Sample(time: time, gaze: usable(gaze), face: face))
    return true
  }

  /// A time moved by an offset, to a millionth: rounded before 0 is asked for, so that an offset
  /// does not lose the first sample to the last bit.
  static func moved(_ time: Double, by offset: Double) -> Double {
    ((time + offset) * 1e6).rounded() / 1e6
  }

  /// Notes that no more will come.
  mutating func close() throws(ImportError) { try samples.close() }

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

/// Why a sample, or a side of one, could not be used.
enum SkipReason: Int, CaseIterable {
  case timeNotANumber, negativeTime, nothingReported, unknownTracking, unknownState
  case unknownEmotion, badBox, unlabelledBox, boxOutside
  case otherRow, noSeat, otherVideo, beforeStart, briefBox, farGaze, oddScore

  var words: String {
    switch self {
    case .timeNotANumber: "time is not a number"
    case .negativeTime: "negative time"
    case .nothingReported: "neither gaze nor emotion"
    case .unknownTracking: "unknown tracking word"
    case .unknownState: "unknown emotion state"
    case .unknownEmotion: "unknown emotion"
    case .badBox: "box without a size"
    case .unlabelledBox: "box without a label"
    case .boxOutside: "box outside the picture"
    case .otherRow: "row of another kind"
    case .noSeat: "face in no seat"
    case .otherVideo: "row of another video"
    case .beforeStart: "before the video began"
    case .farGaze: "gaze far off the picture"
    case .oddScore: "score outside 0…1"
    case .briefBox: "box seen in fewer than four frames"
    }
  }
}

struct SkipCounts {
  private var counts = [Int](repeating: 0, count: SkipReason.allCases.count)

  var isEmpty: Bool { counts.allSatisfy { $0 == 0 } }

  mutating func add(_ reason: SkipReason, _ count: Int = 1) { counts[reason.rawValue] += count }

  mutating func add(_ other: SkipCounts) {
    for index in counts.indices { counts[index] += other.counts[index] }
  }

  /// The counts that are not zero, by the reason's words.
  var byReason: [String: Int] {
    let pairs = SkipReason.allCases.map { ($0.words, counts[$0.rawValue]) }
    return Dictionary(uniqueKeysWithValues: pairs.filter { $0.1 > 0 })
  }

  /// The counts for a message: `negative time 12, neither gaze nor emotion 3`.
  var summary: String {
    SkipReason.allCases.filter { counts[$0.rawValue] > 0 }
      .map { "\($0.words) \(counts[$0.rawValue])" }.joined(separator: ", ")
  }
}
