/// Counts the sustained reactions of one session, as folding sees them: against the face's own
/// rest (`RestingFace`), held long enough (`SustainedReaction`).
///
///     var count = ReactionCount()
///     for part in parts { count.add(part) }
///     let found = count.finish()
///
/// It keeps two bytes a half second, whatever the session's length.
public struct ReactionCount {
  /// How often a face reacted.
  public struct Result: Hashable, Sendable, Codable {
    /// Stretches in which it was happy.
    public var happy = 0
    /// Stretches in which it was surprised.
    public var surprise = 0

    /// All stretches.
    public var total: Int { happy + surprise }
  }

  private struct OpenBin {
    var happy: [UInt8] = []
    var surprise: [UInt8] = []
  }

  private let settings: FoldSettings
  private var interval: Double?
  /// Median scores of the bins that are over, in steps of 1/255.
  private var happy: [UInt8?] = []
  private var surprise: [UInt8?] = []
  /// Scores of the bins behind those, which may get more.
  private var open: [OpenBin] = []

  /// Begins a session.
  public init(settings: FoldSettings = FoldSettings()) { self.settings = settings }

  /// Adds a part of the session; times within it may be in any order.
  public mutating func add(_ columns: SampleColumns) {
    let order = Self.inOrder(columns.milliseconds) ? nil : Self.order(columns.milliseconds)
    let interval = interval ?? Self.interval(columns.milliseconds, order)
    self.interval = interval
    for place in columns.indices {
      let index = order?[place] ?? place
      guard let smile = columns.level(of: .happy, at: index),
        let awe = columns.level(of: .surprise, at: index)
      else { continue }
      let time = max(0, Double(columns.milliseconds[index]) / 1000 - settings.faceLag)
      let bins = SampleReach.bins(around: time, interval: interval)
      close(before: bins.lowerBound)
      // What comes after its bin was closed lies a part of the file away; it is left out.
      guard bins.lowerBound >= happy.count else { continue }
      while happy.count + open.count <= bins.upperBound { open.append(OpenBin()) }
      for bin in bins {
        open[bin - happy.count].happy.append(smile)
        open[bin - happy.count].surprise.append(awe)
      }
    }
  }

  /// Ends the session and counts.
  public mutating func finish() -> Result {
    close(before: happy.count + open.count)
    guard let interval else { return Result() }
    return Result(
      happy: stretches(happy, interval), surprise: stretches(surprise, interval))
  }

  private func stretches(_ levels: [UInt8?], _ interval: Double) -> Int {
    let deviations = RestingFace(settings: settings).deviations(of: levels)
    return SustainedReaction(settings: settings, interval: interval)
      .stretches(of: deviations).count
  }

  private mutating func close(before bin: Int) {
    var closed = 0
    while happy.count < bin {
      let bin = closed < open.count ? open[closed] : OpenBin()
      happy.append(Self.median(bin.happy))
      surprise.append(Self.median(bin.surprise))
      closed += 1
    }
    open.removeFirst(min(closed, open.count))
  }

  private static func inOrder(_ times: [Int32]) -> Bool {
    zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
  }

  private static func order(_ times: [Int32]) -> [Int] {
    times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
  }

  /// The median interval between samples, in seconds.
  private static func interval(_ times: [Int32], _ order: [Int]?) -> Double {
    let ordered = order?.map { times[$0] } ?? times
    let steps = zip(ordered.dropFirst(), ordered).map { $0 - $1 }.filter { $0 > 0 }.sorted()
    return steps.isEmpty ? 0 : Double(steps[steps.count / 2]) / 1000
  }

  private static func median(_ levels: [UInt8]) -> UInt8? {
    guard levels.count > 1 else { return levels.first }
    let sorted = levels.sorted()
    let middle = sorted.count / 2
    guard sorted.count.isMultiple(of: 2) else { return sorted[middle] }
    return UInt8((UInt16(sorted[middle - 1]) + UInt16(sorted[middle]) + 1) / 2)
  }
}
