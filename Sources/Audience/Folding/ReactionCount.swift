/// Counts the sustained reactions of one session, as folding sees them: against the face's own
/// rest (`RestingFace`), held long enough (`SustainedReaction`), in every class that is told.
///
///     var count = ReactionCount()
///     for part in parts { count.add(part) }
///     let found = count.finish()
///
/// It keeps some thirty bytes a half second, whatever the session's length.
public struct ReactionCount {
  /// How often a face reacted.
  public struct Result: Hashable, Sendable {
    /// Stretches of each class that the session tells; a neutral face is no reaction.
    public var stretches: [Emotion: Int] = [:]

    /// Stretches of one class; 0 where it is untold.
    public subscript(emotion: Emotion) -> Int { stretches[emotion] ?? 0 }

    /// All stretches.
    public var total: Int { stretches.values.reduce(0, +) }
  }

  /// The levels of one class over the bins that are over.
  private struct ClassTrack {
    let emotion: Emotion
    /// By what was told alone, in steps of 1/255.
    var alone: [UInt8?] = []
    /// As if a class that is left out lay below those told.
    var below: [ClassLevel?] = []
  }

  private let settings: FoldSettings
  private var interval: Double?
  private var told = ToldClasses()
  private var tracks = EmotionSet.reactions.emotions.map { ClassTrack(emotion: $0) }
  private var closed = 0
  /// Faces of the bins behind those that are over, which may get more.
  private var open: [[FaceLevels]] = []

  /// Begins a session.
  ///
  /// - Parameter settings: what the session is folded with.
  public init(settings: FoldSettings = FoldSettings()) { self.settings = settings }

  /// Adds a part of the session; times within it may be in any order.
  public mutating func add(_ columns: SampleColumns) {
    let order = Self.inOrder(columns.milliseconds) ? nil : Self.order(columns.milliseconds)
    let interval = interval ?? Self.interval(columns.milliseconds, order)
    self.interval = interval
    for place in columns.indices {
      let index = order?[place] ?? place
      guard let face = columns.faceLevels(at: index) else { continue }
      told.add(face)
      let time = max(0, Double(columns.milliseconds[index]) / 1000 - settings.faceLag)
      let bins = SampleReach.bins(around: time, interval: interval)
      close(before: bins.lowerBound)
      // What comes after its bin was closed lies a part of the file away; it is left out.
      guard bins.lowerBound >= closed else { continue }
      while closed + open.count <= bins.upperBound { open.append([]) }
      for bin in bins { open[bin - closed].append(face) }
    }
  }

  /// Ends the session and counts.
  public mutating func finish() -> Result {
    close(before: closed + open.count)
    var result = Result()
    guard let interval else { return result }
    for track in tracks where told.union.contains(track.emotion) {
      let levels = told.areStrongest ? track.below : track.alone.map { $0.map(ClassLevel.told) }
      result.stretches[track.emotion] = stretches(levels, interval)
    }
    return result
  }

  private func stretches(_ levels: [ClassLevel?], _ interval: Double) -> Int {
    let deviations = RestingFace(settings: settings).deviations(of: levels)
    return SustainedReaction(settings: settings, interval: interval)
      .stretches(of: deviations).count
  }

  private mutating func close(before bin: Int) {
    guard closed < bin else { return }
    for place in 0..<bin - closed {
      let faces = place < open.count ? open[place] : []
      for index in tracks.indices { Self.add(faces, to: &tracks[index]) }
    }
    open.removeFirst(min(bin - closed, open.count))
    closed = bin
  }

  private static func add(_ faces: [FaceLevels], to track: inout ClassTrack) {
    let lane = Int(track.emotion.rawValue)
    let alone = ClassLevel.of(lane: lane, in: faces, areStrongest: false)
    track.alone.append(alone?.most)
    let isWhole = faces.allSatisfy { $0.told == .all }
    track.below.append(
      isWhole ? alone : ClassLevel.of(lane: lane, in: faces, areStrongest: true))
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
}

extension ReactionCount.Result: Codable {
  /// Reads numbers by the words of their classes.
  public init(from decoder: any Decoder) throws {
    let named = try [String: Int](from: decoder)
    for (name, count) in named {
      if let emotion = Emotion(name: name) { stretches[emotion] = count }
    }
  }

  /// Writes numbers by the words of their classes.
  public func encode(to encoder: any Encoder) throws {
    let named = stretches.map { ($0.key.name, $0.value) }
    try Dictionary(uniqueKeysWithValues: named).encode(to: encoder)
  }
}
