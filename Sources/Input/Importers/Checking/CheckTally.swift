import Audience

/// Counts what a check needs, part by part, whatever the session's length.
struct CheckTally {
  /// Steps up to here are counted each; longer ones are trackers' gaps.
  private static let longestStep = 1 << 14

  /// Milliseconds by which rows of one viewer are out of order at most.
  private static let longestDisorder: Int32 = 5000

  /// The video's length in milliseconds.
  private let videoEnd: Int32
  private(set) var count = 0
  private(set) var first = Int32.max
  private(set) var last = Int32.min
  private(set) var beyondVideo = 0
  private(set) var sharedTimes = 0
  private(set) var disordered = 0
  /// How often times fall back by more than rows change places: somebody begins anew.
  private(set) var restarts = 0
  private(set) var sides = SampleSides()
  private var steps: [Int32: Int] = [:]
  private var before: Int32?

  init(videoDuration: Double?) {
    videoEnd = videoDuration.map { Int32(clamping: Int(min(1e6, $0) * 1000)) } ?? .max
  }

  /// Adds a part; parts come in the order of the file.
  mutating func add(_ columns: SampleColumns) {
    count += columns.count
    addTimes(columns.milliseconds)
    sides.add(columns)
  }

  /// The median step between times that differ, in seconds; 0 without any.
  var medianStep: Double { Double(median(of: steps) ?? 0) / 1000 }

  private mutating func addTimes(_ times: [Int32]) {
    var falls = 0
    var last = before ?? times.first ?? 0
    for time in times {
      falls &+= time < last ? 1 : 0
      restarts &+= time < last &- Self.longestDisorder ? 1 : 0
      last = time
      beyondVideo &+= time > videoEnd ? 1 : 0
    }
    if !times.isEmpty { before = last }
    disordered += falls
    let ordered = falls == 0 ? times : times.sorted()
    first = min(first, ordered.first ?? first)
    self.last = max(self.last, ordered.last ?? self.last)
    // Most samples follow at one steady step: each run of it is counted at once.
    var run = (step: Int32(0), count: 0)
    for index in ordered.indices.dropFirst() {
      let step = min(ordered[index] - ordered[index - 1], Int32(Self.longestStep))
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
}
