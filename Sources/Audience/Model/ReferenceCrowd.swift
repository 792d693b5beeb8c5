/// The viewers by whom an audience is learned: its state, the levels of each, where a frame is
/// placed.
///
/// They are the first `TimelineSummary.mostDrawn` viewers at most. One more viewer costs that
/// viewer and learning these anew, whatever the size of the audience.
struct ReferenceCrowd: Sendable {
  private let settings: ModelSettings
  private let holding: HeldLooks
  private let state: AudienceState
  /// For each half second the place that holds most looks of the crowd.
  private let places: [Int]
  /// Nats that one more viewer who reacts brings.
  let gain: Double
  /// How likely those react who do, 0…1.
  let certainty: Double

  /// Learns a crowd.
  ///
  /// - Parameters:
  ///   - viewers: their rows, as folded.
  ///   - settings: how.
  ///   - aspect: width of the picture divided by its height.
  ///   - binCount: half seconds of the video.
  /// - Returns: what was learned, and the viewers as they are counted.
  static func learned(
    _ viewers: [[AudienceRow?]], settings: ModelSettings, aspect: Double, binCount: Int
  ) -> (crowd: ReferenceCrowd, members: [TalliedViewer]) {
    let learning = CrowdLearning(
      ViewerOrder.sorted(viewers), settings, aspect: aspect, binCount: binCount)
    let members = learning.members()
    let crowd = ReferenceCrowd(
      settings: settings, holding: learning.holding, state: learning.state,
      places: Parallel.map(binCount) { learning.holding.place(learning.density[$0]) },
      gain: learning.state.gain(learning.faces),
      certainty: Self.certainty(members, atLeast: settings.reactingAmused))
    return (crowd, members)
  }

  /// The mean probability of reacting, by the probabilities themselves: what one who reacts counts.
  private static func certainty(_ members: [TalliedViewer], atLeast least: Double) -> Double {
    var (sum, squares) = (0.0, 0.0)
    for share in members.lazy.flatMap(\.reacting) {
      sum += Double(share)
      squares += Double(share) * Double(share)
    }
    return sum > 0 ? max(least, squares / sum) : least
  }

  /// A viewer outside the crowd, told by it.
  func told(_ viewer: [AudienceRow?]) -> TalliedViewer {
    let face = FaceSeries(viewer, settings)
    let reaches = holding.reaches(viewer)
    return TalliedViewer(
      rows: viewer, face: face,
      reacting: ReactingFaces(settings).probabilities(face, amused: state.amused),
      marks: reaches.indices.map { LookMark(HeldLooks.holds(places[$0], reaches[$0])) },
      says: state.says(face))
  }
}

/// Learns an audience of viewers who may count several times, or not at all.
struct CrowdLearning: Sendable {
  let faces: [FaceSeries]
  let state: AudienceState
  let holding: HeldLooks
  /// For each half second how many looks each place holds.
  let density: [[Int32]]
  private let rows: [[AudienceRow?]]
  private let reaches: [[HeldLooks.Reach]]
  private let counts: [Int]
  private let settings: ModelSettings

  /// Half seconds that one core counts at a time.
  private static let stretch = 240

  /// - Parameters:
  ///   - rows: of the viewers, corrected, in an order of their own.
  ///   - settings: how.
  ///   - aspect: width of the picture divided by its height.
  ///   - binCount: half seconds of the video.
  ///   - counts: how often each viewer counts; once each where it is left out.
  ///   - faces: of the viewers, where they are known already.
  init(
    _ rows: [[AudienceRow?]], _ settings: ModelSettings, aspect: Double, binCount: Int,
    counts: [Int]? = nil, faces: [FaceSeries]? = nil
  ) {
    let counts = counts ?? Array(repeating: 1, count: rows.count)
    let faces = faces ?? Parallel.map(rows.count) { FaceSeries(rows[$0], settings) }
    let holding = HeldLooks(aspect: aspect, settings)
    let reaches = Parallel.map(rows.count) { holding.reaches(rows[$0]) }
    let chunks = (binCount + Self.stretch - 1) / Self.stretch
    density = Parallel.map(chunks) { chunk in
      holding.density(
        reaches, counts.map(Int32.init),
        in: chunk * Self.stretch..<min(binCount, (chunk + 1) * Self.stretch))
    }.flatMap(\.self)
    state = AudienceState(
      faces, counts: counts.map(Float.init), binCount: binCount, settings)
    (self.rows, self.faces, self.holding, self.reaches) = (rows, faces, holding, reaches)
    (self.counts, self.settings) = (counts, settings)
  }

  /// The viewers as they are counted, each told by the others.
  func members() -> [TalliedViewer] {
    let reacting = ReactingFaces(settings)
    return Parallel.map(rows.count) { index in
      let (face, count) = (faces[index], counts[index])
      let amused = state.amused(without: face, index, counting: Float(count))
      return TalliedViewer(
        rows: rows[index], face: face, reacting: reacting.probabilities(face, amused: amused),
        marks: holding.held(reaches[index], density, counting: Int32(count)),
        says: state.says[index], count: count)
    }
  }
}
