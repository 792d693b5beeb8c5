/// Counts the reactions of one session, as the audience's model sees a face alone (`FaceSeries`,
/// `ReactingFaces`), in every class that is told.
///
///     var count = ReactionCount()
///     for part in parts { count.add(part) }
///     let found = count.finish()
///
/// It keeps some twenty bytes a half second, whatever the session's length, and while it reads a
/// session that comes in one part as many a sample.
package struct ReactionCount {
  /// How often a face reacted.
  package struct Result: Hashable, Sendable {
    /// Stretches of each class that the session tells; a neutral face is no reaction.
    package var stretches: [Emotion: Int] = [:]

    /// Stretches of one class; 0 where it is untold.
    package subscript(emotion: Emotion) -> Int { stretches[emotion] ?? 0 }

    /// All stretches.
    package var total: Int { stretches.values.reduce(0, +) }
  }

  /// A face, and the half seconds that it speaks for.
  private struct Waiting {
    let face: FaceLevels
    let bins: ClosedRange<Int>
  }

  private let settings: FoldSettings
  private let isWhole: Bool
  /// Whether what is left out may lie below: known to be false once all faces are seen to tell the
  /// same classes.
  private var mayBeStrongest = true
  private var interval: Double?
  private var told = ToldClasses()
  /// The bins that are over, by what was told alone.
  private var alone = LevelTrack()
  /// The same as if a class that is left out lay below those told; kept from where that differs.
  private var below: LevelTrack?
  /// Faces of the bins behind those that are over, which may get more.
  private var waiting: [Waiting] = []
  private var faces: [FaceLevels] = []

  /// Begins a session.
  ///
  /// - Parameters:
  ///   - settings: what the session is folded with.
  ///   - isWhole: whether the session comes in one part.
  package init(settings: FoldSettings = FoldSettings(), isWhole: Bool = false) {
    self.settings = settings
    self.isWhole = isWhole
  }

  /// Adds a part of the session; times within it may be in any order.
  package mutating func add(_ columns: SampleColumns) {
    let order = Self.inOrder(columns.milliseconds) ? nil : Self.order(columns.milliseconds)
    let interval = interval ?? Self.interval(columns.milliseconds, order)
    self.interval = interval
    if isWhole { mayBeStrongest = !Self.tellTheSame(columns) }
    if isWhole, !mayBeStrongest, order == nil, SampleReach.isOne(interval: interval) {
      return addAlone(columns, interval: interval)
    }
    for place in 0..<columns.count {
      let index = order?[place] ?? place
      guard let face = columns.faceLevels(at: index) else { continue }
      told.add(face)
      let time = max(0, Double(columns.milliseconds[index]) / 1000 - settings.faceLag)
      let bins = SampleReach.bins(around: time, interval: interval)
      close(before: bins.lowerBound)
      // What comes after its bin was closed lies a part of the file away; it is left out.
      guard bins.lowerBound >= alone.count else { continue }
      waiting.append(Waiting(face: face, bins: bins))
    }
  }

  /// Adds a whole session, in order of time, whose faces tell the same classes and speak for one
  /// half second each.
  private mutating func addAlone(_ columns: SampleColumns, interval: Double) {
    var all: [FaceLevels] = []
    var bins: [Int] = []
    all.reserveCapacity(columns.count)
    bins.reserveCapacity(columns.count)
    for index in 0..<columns.count {
      guard let face = columns.faceLevels(at: index) else { continue }
      let time = max(0, Double(columns.milliseconds[index]) / 1000 - settings.faceLag)
      all.append(face)
      bins.append(SampleReach.bins(around: time, interval: interval).lowerBound)
    }
    guard let first = all.first, let last = bins.last else { return }
    // What one face tells, all tell.
    told.add(first)
    alone = LevelTrack(
      BinnedItems(all, binCount: last + 1) { bins[$0]...bins[$0] }, binCount: last + 1,
      areStrongest: false)
  }

  /// Ends the session and counts.
  package mutating func finish() -> Result {
    close(before: (waiting.map(\.bins.upperBound).max() ?? -1) + 1)
    var result = Result()
    guard interval != nil else { return result }
    let levels = told.areStrongest ? below ?? alone : alone
    for emotion in told.union.intersection(.reactions).emotions {
      result.stretches[emotion] = stretches(of: emotion, levels)
    }
    return result
  }

  /// Stretches in which a class is more likely held than not, the face asked alone.
  private func stretches(of emotion: Emotion, _ track: LevelTrack) -> Int {
    let rows = (0..<track.count).map { bin -> AudienceRow? in
      var row = AudienceRow(position: nil, weight: 1)
      row.levels = track.shown(bin, areStrongest: told.areStrongest)
      return row
    }
    var model = settings.model
    model.emotions = .zero
    model.emotions[emotion] = 1
    let face = FaceSeries(rows, model)
    let reacting = ReactingFaces(model).probabilities(
      face, amused: Array(repeating: Float(model.amusedShare), count: track.count))
    var (count, before) = (0, false)
    for share in reacting {
      let isReacting = share > 0.5
      if isReacting, !before { count += 1 }
      before = isReacting
    }
    return count
  }

  @inline(__always)
  private mutating func close(before bin: Int) {
    if alone.count < bin { closeAll(before: bin) }
  }

  private mutating func closeAll(before end: Int) {
    for bin in alone.count..<end {
      faces.removeAll(keepingCapacity: true)
      for one in waiting where one.bins.contains(bin) { faces.append(one.face) }
      if below == nil, mayBeStrongest, faces.contains(where: { $0.told != .all }) {
        below = alone
      }
      alone.append(faces[...], areStrongest: false)
      below?.append(faces[...], areStrongest: true)
    }
    waiting.removeAll { $0.bins.upperBound < end }
  }

  /// Whether all faces tell the same classes, and none says that they are its strongest: then
  /// nothing is known of those left out (`ToldClasses`).
  private static func tellTheSame(_ columns: SampleColumns) -> Bool {
    var first: UInt8?
    for (state, told) in zip(columns.states, columns.told) where SampleColumns.hasFace(state) {
      guard told == first ?? told, told < 0x80 else { return false }
      first = told
    }
    return true
  }

  private static func inOrder(_ times: [Int32]) -> Bool {
    for index in 1..<max(1, times.count) where times[index] < times[index - 1] { return false }
    return true
  }

  /// The step between times, where it is the same between all.
  private static func onlyStep(of times: [Int32]) -> Int32? {
    guard times.count > 1 else { return nil }
    let step = times[1] &- times[0]
    for index in 2..<max(2, times.count) where times[index] &- times[index - 1] != step {
      return nil
    }
    return step > 0 ? step : nil
  }

  private static func order(_ times: [Int32]) -> [Int] {
    times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
  }

  /// The median interval between samples, in seconds.
  private static func interval(_ times: [Int32], _ order: [Int]?) -> Double {
    if order == nil, let step = onlyStep(of: times) { return Double(step) / 1000 }
    let ordered = order?.map { times[$0] } ?? times
    let steps = zip(ordered.dropFirst(), ordered).map { $0 - $1 }.filter { $0 > 0 }.sorted()
    return steps.isEmpty ? 0 : Double(steps[steps.count / 2]) / 1000
  }
}

extension ReactionCount.Result: Codable {
  /// Reads numbers by the words of their classes.
  package init(from decoder: any Decoder) throws {
    let named = try [String: Int](from: decoder)
    for (name, count) in named {
      if let emotion = Emotion(name: name) { stretches[emotion] = count }
    }
  }

  /// Writes numbers by the words of their classes.
  package func encode(to encoder: any Encoder) throws {
    let named = stretches.map { ($0.key.name, $0.value) }
    try Dictionary(uniqueKeysWithValues: named).encode(to: encoder)
  }
}
