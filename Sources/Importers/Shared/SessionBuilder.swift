import Audience
import Foundation

/// Collects one session: keeps what can be used and counts what cannot, by reason.
struct SessionBuilder {
  /// Later than any video is long: what lies beyond is in another unit.
  static let latestTime = 86_400.0

  private(set) var samples = SampleColumns()
  private(set) var skips = SkipCounts()

  /// Notes something that could not be used, without losing the rest of its sample.
  mutating func note(_ reason: SkipReason) { skips.add(reason) }

  /// Adds a sample.
  ///
  /// - Returns: `false` when its time lies beyond any video, which refuses the file.
  mutating func append(time: Double?, gaze: Gaze, face: Face) -> Bool {
    guard let time else {
      skips.add(.timeNotANumber)
      return true
    }
    guard time >= 0 else {
      skips.add(.negativeTime)
      return true
    }
    guard time <= Self.latestTime else { return false }
    guard gaze != .notReported || face != .notReported else {
      skips.add(.nothingReported)
      return true
    }
    samples.append(Sample(time: time, gaze: gaze, face: face))
    return true
  }
}

/// Why a sample, or a side of one, could not be used.
enum SkipReason: Int, CaseIterable {
  case timeNotANumber, negativeTime, nothingReported, unknownTracking, unknownState
  case unknownEmotion, badBox, unlabelledBox, boxOutside
  case otherRow, otherVideo, beforeStart, briefBox

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
    case .otherVideo: "row of another video"
    case .beforeStart: "before the video began"
    case .briefBox: "box seen in fewer than four frames"
    }
  }
}

/// Counts by reason.
struct SkipCounts {
  private var counts = [Int](repeating: 0, count: SkipReason.allCases.count)

  /// Whether anything was counted.
  var isEmpty: Bool { counts.allSatisfy { $0 == 0 } }

  mutating func add(_ reason: SkipReason, _ count: Int = 1) { counts[reason.rawValue] += count }

  /// Adds the counts of another.
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
