public import Audience
internal import Density

/// The same audience, had some of its viewers behaved otherwise for a while.
///
/// Asks the chooser "what if": each answer is a timeline as good as a folded one, which the real
/// functions judge. Deterministic. What folding knows and a timeline does not (who a row is, what
/// chance would give) stays as it was.
public struct AlteredAudience: Sendable {
  /// The audience as it is.
  public let timeline: AudienceTimeline
  /// Says which emotions count as a reaction.
  public let settings: SelectionSettings

  /// Deviation of the pair kernel in picture heights, as sessions are folded with.
  private static let kernel = FoldSettings().kernel

  /// Takes an audience.
  public init(_ timeline: AudienceTimeline, settings: SelectionSettings) {
    self.timeline = timeline
    self.settings = settings
  }

  /// The half-second bins that a window covers.
  ///
  /// - Parameter window: play times in seconds.
  /// - Returns: indices of bins; empty outside the video.
  public func bins(of window: Range<Double>) -> Range<Int> {
    let bin = AudienceTimeline.binSeconds
    let count = timeline.bins.count
    let first = min(count, max(0, Int((window.lowerBound / bin).rounded(.down))))
    let last = min(count, max(first, Int((window.upperBound / bin).rounded(.up))))
    return first..<last
  }

  /// Viewers with a face who so far show nothing that counts react for a while.
  ///
  /// - Parameters:
  ///   - more: how many, in each bin.
  ///   - emotion: with what.
  ///   - strength: how strongly, 0…1.
  ///   - window: when, in seconds of play time.
  /// - Returns: the audience with them.
  public func reacting(
    more: Int, with emotion: Emotion, strength: Double, in window: Range<Double>
  ) -> AudienceTimeline {
    changed(in: window) { bin in
      var left = more
      bin.rows = bin.rows.map { row in
        guard left > 0, row.told.contains(emotion), var strengths = row.strengths,
          !counts(strengths)
        else { return row }
        left -= 1
        strengths[emotion] = Float(strength)
        return row.with(strengths: strengths)
      }
    }
  }

  /// Those who react do so more strongly for a while.
  ///
  /// - Parameters:
  ///   - factor: what each strength is multiplied by; 1 is the most that comes of it.
  ///   - window: when, in seconds of play time.
  /// - Returns: the audience with them.
  public func reacting(times factor: Double, in window: Range<Double>) -> AudienceTimeline {
    changed(in: window) { bin in
      bin.rows = bin.rows.map { row in
        guard var strengths = row.strengths, counts(strengths) else { return row }
        strengths.lanes = (strengths.lanes * Float(factor)).clamped(
          lowerBound: SIMD8(repeating: 0), upperBound: SIMD8(repeating: 1))
        return row.with(strengths: strengths)
      }
    }
  }

  /// Viewers who so far look elsewhere look where the densest cluster is.
  ///
  /// They take the places of those who look there already, so the cluster keeps its breadth. Where
  /// there is none it is made around the median look, as broad as the gaze is noisy.
  ///
  /// - Parameters:
  ///   - more: how many, in each bin: the nearest.
  ///   - window: when, in seconds of play time.
  /// - Returns: the audience with their looks moved, and its agreement raised accordingly.
  public func gathered(more: Int, in window: Range<Double>) -> AudienceTimeline {
    changed(in: window) { bin in
      let before = pairMean(bin.rows)
      move(more, in: &bin)
      guard let agreement = bin.agreement else { return }
      let value = agreement.value + pairMean(bin.rows) - before
      bin.agreement = LookAgreement(
        value: min(1, max(0, value)), byChance: agreement.byChance,
        deviation: agreement.deviation)
    }
  }

  /// Further viewers watch, and behave as those do who are there.
  ///
  /// - Parameters:
  ///   - more: how many.
  ///   - window: when, in seconds of play time.
  /// - Returns: the audience with them.
  public func joined(by more: Int, in window: Range<Double>) -> AudienceTimeline {
    var joined = changed(in: window) { bin in
      let whole = bin.rows.filter { $0.hasGaze && $0.tells(anyOf: settings.counted) }
      let models = whole.isEmpty ? bin.rows : whole
      guard !models.isEmpty else { return }
      bin.rows += (0..<more).map { models[$0 * models.count / max(1, more)] }
    }
    joined.viewers += more
    guard !joined.presences.isEmpty else { return joined }
    let bins = bins(of: window)
    let one = ViewerPresence(binCount: joined.bins.count, gaze: bins, face: bins)
    joined.presences += Array(repeating: one, count: max(0, more))
    joined.presences.sort()
    return joined
  }

  /// Nobody watched for a while.
  ///
  /// - Parameter window: when, in seconds of play time.
  /// - Returns: the audience without those seconds.
  public func emptied(in window: Range<Double>) -> AudienceTimeline {
    var emptied = changed(in: window) { $0 = AudienceBin(rows: [], chance: nil) }
    for index in emptied.presences.indices { emptied.presences[index].clear(bins(of: window)) }
    emptied.presences.sort()
    return emptied
  }

  /// Whether a face shows anything that counts.
  func counts(_ strengths: EmotionVector) -> Bool {
    (strengths.lanes * settings.weights.lanes).max() > 0
  }

  private func changed(
    in window: Range<Double>, _ change: (inout AudienceBin) -> Void
  ) -> AudienceTimeline {
    var copy = timeline
    for index in bins(of: window) {
      change(&copy.bins[index])
      copy.bins[index].rows.sort()
    }
    return copy
  }
}

extension AlteredAudience {
  /// Moves the looks nearest the densest cluster into it.
  private func move(_ more: Int, in bin: inout AudienceBin) {
    let points = places(bin.rows)
    guard let target = cluster(points) else { return }
    let isInside = Set(target.members)
    let outside = points.filter { !isInside.contains($0.viewer) }
      .map { point in
        let (dx, dy) = (point.x - target.x, point.y - target.y)
        return (row: point.viewer, distance: dx * dx + dy * dy)
      }
      .sorted { ($0.distance, $0.row) < ($1.distance, $1.row) }
    for (number, look) in outside.prefix(more).enumerated() {
      bin.rows[look.row] = bin.rows[look.row].with(
        position: target.place(number, aspect: timeline.aspect))
    }
  }

  /// Where looks gather: rows inside, the centre, and the places to take.
  private struct Target {
    var members: [Int]
    var x: Double
    var y: Double
    /// In picture heights.
    var places: [(x: Double, y: Double)]

    func place(_ number: Int, aspect: Double) -> PicturePoint {
      let place = places[number % places.count]
      return PicturePoint(x: place.x / aspect, y: place.y)
    }
  }

  private func cluster(_ points: [DensityPoint]) -> Target? {
    guard !points.isEmpty else { return nil }
    let total = points.reduce(0) { $0 + $1.weight }
    let found = clusterByDensity(
      points, .gaze(totalWeight: total, noise: timeline.gazeNoise))
    if let largest = found.largest {
      let members = largest.members.map { points[$0] }
      return Target(
        members: members.map(\.viewer), x: largest.x, y: largest.y,
        places: members.map { ($0.x, $0.y) })
    }
    let x = quantile(points.map(\.x), 0.5)
    let y = quantile(points.map(\.y), 0.5)
    let reach = timeline.gazeNoise / 2
    let steps = [(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1)] as [(Double, Double)]
    return Target(
      members: [], x: x, y: y, places: steps.map { (x + $0.0 * reach, y + $0.1 * reach) })
  }

  /// The looks in picture heights; `viewer` is the row's index.
  private func places(_ rows: [AudienceRow]) -> [DensityPoint] {
    rows.indices.compactMap { index in
      rows[index].position.map {
        DensityPoint(
          x: $0.x * timeline.aspect, y: $0.y, viewer: index, weight: rows[index].weight)
      }
    }
  }

  /// Mean of exp(−d² / 2s²) over pairs of looks, by weight: a bin's own part of its agreement.
  private func pairMean(_ rows: [AudienceRow]) -> Double {
    let points = places(rows)
    var sum = 0.0
    var weight = 0.0
    for (index, one) in points.enumerated() {
      for other in points[(index + 1)...] {
        let (dx, dy) = (one.x - other.x, one.y - other.y)
        let pair = one.weight * other.weight
        sum += pair * gaussian(dx * dx + dy * dy, deviation: Self.kernel)
        weight += pair
      }
    }
    return weight > 0 ? sum / weight : 0
  }
}
