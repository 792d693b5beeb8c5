import Audience

/// Collects statistics of a session for `ImportCheck`, in constant memory.
struct CheckStatistics {
  /// Longest time step in milliseconds with its own histogram entry; longer ones are gaps.
  private static let longestStep: Int32 = 1 << 14
  /// Maximum milliseconds by which rows of one viewer may be out of order; more is a restart.
  private static let longestDisorder: Int32 = 5000

  /// Length of the video in milliseconds.
  private let videoEnd: Int32
  private(set) var count = 0
  private(set) var first = Int32.max
  private(set) var last = Int32.min
  private(set) var beyondVideo = 0
  private(set) var sharedTimes = 0
  private(set) var outOfOrderCount = 0
  /// How often the time falls back by more than 5 s because another viewing starts.
  private(set) var restarts = 0
  private(set) var sides = SampleUsability()
  private var steps: [Int32: Int] = [:]
  private var before: Int32?

  init(videoDuration: Double?) {
    videoEnd = videoDuration.map { Int32(clamping: Int(min(1e6, $0) * 1000)) } ?? .max
  }

  /// Adds samples; call it with all parts in file order.
  mutating func add(_ columns: SampleColumns) {
    count += columns.count
    sides.add(columns)
    let times = columns.milliseconds
    var falls = 0
    var last = before ?? times.first ?? 0
    for time in times {
      falls &+= time < last ? 1 : 0
      restarts &+= time < last &- Self.longestDisorder ? 1 : 0
      last = time
      beyondVideo &+= time > videoEnd ? 1 : 0
    }
    if !times.isEmpty { before = last }
    outOfOrderCount += falls
    let ordered = falls == 0 ? times : times.sorted()
    first = min(first, ordered.first ?? first)
    self.last = max(self.last, ordered.last ?? self.last)
    // Most samples are equally spaced, so count each run of equal steps with one dictionary access.
    var run = (step: Int32(0), count: 0)
    for index in ordered.indices.dropFirst() {
      let step = min(ordered[index] - ordered[index - 1], Self.longestStep)
      if step == 0 {
        sharedTimes += 1
      } else if step == run.step {
        run.count += 1
      } else {
        if run.count > 0 { steps[run.step, default: 0] += run.count }
        run = (step, 1)
      }
    }
    if run.count > 0 { steps[run.step, default: 0] += run.count }
  }

  /// Median difference between distinct consecutive times, in seconds; 0 without any.
  var medianStep: Double { Double(median(of: steps) ?? 0) / 1000 }
}
