package import Audience
internal import Density

/// The same audience, had some of its viewers behaved otherwise for a while.
///
/// Asks the chooser "what if": each answer is a summary as good as a folded one, which the real
/// functions judge. Deterministic. What folding knows and a summary does not (who a row is, what
/// chance would give) stays as it was.
package struct AlteredAudience: Sendable {
  /// The audience as it is.
  package let summary: TimelineSummary
  /// Says which emotions count as a reaction.
  package let settings: SelectionSettings

  /// Most looks of a half second whose pairs are compared: an even draw of more.
  private static let mostPaired = 128

  /// Takes an audience.
  ///
  /// - Parameters:
  ///   - summary: with the looks of the bins that are altered.
  ///   - settings: which emotions count as a reaction.
  package init(_ summary: TimelineSummary, settings: SelectionSettings) {
    self.summary = summary
    self.settings = settings
  }

  /// The half-second bins that a window covers.
  ///
  /// - Parameter window: play times in seconds.
  /// - Returns: indices of bins; empty outside the video.
  package func bins(of window: Range<Double>) -> Range<Int> {
    HalfSeconds.covering(window, count: summary.bins.count)
  }

  /// Viewers with a face who so far show nothing that counts react for a while.
  ///
  /// - Parameters:
  ///   - more: how many, in each bin.
  ///   - emotion: with what.
  ///   - strength: how strongly, 0…1.
  ///   - window: when, in seconds of play time.
  /// - Returns: the audience with them.
  package func reacting(
    more: Int, with emotion: Emotion, strength: Double, in window: Range<Double>
  ) -> TimelineSummary {
    changed(in: window) { bin in
      var left = more
      bin.faces = bin.faces.flatMap { group -> [FaceGroup] in
        guard left > 0, group.told.contains(emotion), !counts(group.strengths) else {
          return [group]
        }
        let part = group.part(left)
        left -= part.viewers
        var strengths = part.strengths
        strengths[emotion] = Float(strength)
        let rest = group.without(part)
        return [part.with(strengths: strengths)] + (rest.viewers > 0 ? [rest] : [])
      }
    }
  }

  /// Those who react do so more strongly for a while.
  ///
  /// - Parameters:
  ///   - factor: what each strength is multiplied by; 1 is the most that comes of it.
  ///   - window: when, in seconds of play time.
  /// - Returns: the audience with them.
  package func reacting(times factor: Double, in window: Range<Double>) -> TimelineSummary {
    changed(in: window) { bin in
      bin.faces = bin.faces.map { group in
        var strengths = group.strengths
        guard counts(strengths) else { return group }
        strengths.lanes = (strengths.lanes * Float(factor)).clamped(
          lowerBound: SIMD8(repeating: 0), upperBound: SIMD8(repeating: 1))
        return group.with(strengths: strengths)
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
  package func gathered(more: Int, in window: Range<Double>) -> TimelineSummary {
    changed(in: window) { bin in
      let before = pairMean(bin.looks)
      // Where looks are a draw, as many of them as there are of those who look.
      let moved =
        bin.withGaze > bin.looks.count
        ? (more * bin.looks.count + bin.withGaze - 1) / max(1, bin.withGaze) : more
      move(moved, in: &bin)
      locating.locate(&bin)
      guard let agreement = bin.agreement else { return }
      let value = agreement.value + pairMean(bin.looks) - before
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
  package func joined(by more: Int, in window: Range<Double>) -> TimelineSummary {
    var joined = changed(in: window) { join(more, in: &$0) }
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
  package func emptied(in window: Range<Double>) -> TimelineSummary {
    var emptied = changed(in: window) { $0 = BinSummary() }
    for index in emptied.presences.indices { emptied.presences[index].clear(bins(of: window)) }
    emptied.presences.sort()
    return emptied
  }

  /// Whether a face shows anything that counts.
  func counts(_ strengths: EmotionVector) -> Bool {
    (strengths.lanes * settings.weights.lanes).max() > 0
  }

  private func changed(
    in window: Range<Double>, _ change: (inout BinSummary) -> Void
  ) -> TimelineSummary {
    var copy = summary
    for index in bins(of: window) {
      change(&copy.bins[index])
      copy.bins[index].faces.sort()
      copy.bins[index].looks.sort()
    }
    return copy
  }

  private var locating: LookLocating {
    LookLocating(aspect: summary.aspect, noise: summary.fold.gazeNoise)
  }

  /// More viewers, who behave as those do who have gaze and face; else as all do.
  private func join(_ more: Int, in bin: inout BinSummary) {
    let whole = bin.withBoth(telling: settings.counted)
    guard bin.watching > 0, more > 0 else { return }
    func models(_ group: FaceGroup) -> Int {
      guard whole > 0 else { return group.viewers }
      return group.tells(anyOf: settings.counted) ? group.withGaze : 0
    }
    let all = max(1, whole > 0 ? whole : bin.watching)
    var before = 0
    for index in bin.faces.indices {
      let group = bin.faces[index]
      let after = before + models(group)
      let new = more * after / all - more * before / all
      bin.faces[index] = group.joined(by: new, withGaze: whole > 0)
      before = after
    }
    bin.watching += more
    bin.withGaze += whole > 0 ? more : more * bin.withGaze / all
    let looks = bin.looks
    guard !looks.isEmpty else { return }
    bin.looks += (0..<more).map { looks[$0 * looks.count / more] }
    locating.locate(&bin)
  }
}

extension AlteredAudience {
  /// Moves the looks nearest the densest cluster into it.
  private func move(_ more: Int, in bin: inout BinSummary) {
    let points = locating.points(of: bin.looks)
    guard let target = cluster(points) else { return }
    let isInside = Set(target.members)
    let outside = points.filter { !isInside.contains($0.viewer) }
      .map { point in
        let (dx, dy) = (point.x - target.x, point.y - target.y)
        return (look: point.viewer, distance: dx * dx + dy * dy)
      }
      .sorted { ($0.distance, $0.look) < ($1.distance, $1.look) }
    for (number, place) in outside.prefix(more).enumerated() {
      bin.looks[place.look] = bin.looks[place.look].moved(
        to: target.place(number, aspect: summary.aspect))
    }
  }

  /// Where looks gather: looks inside, the centre, and the places to take.
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
    let found = locating.clustering(of: points)
    if let largest = found.largest {
      let members = largest.members.map { points[$0] }
      return Target(
        members: members.map(\.viewer), x: largest.x, y: largest.y,
        places: members.map { ($0.x, $0.y) })
    }
    let x = quantile(points.map(\.x), 0.5)
    let y = quantile(points.map(\.y), 0.5)
    let reach = summary.fold.gazeNoise / 2
    let steps = [(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1)] as [(Double, Double)]
    return Target(
      members: [], x: x, y: y, places: steps.map { (x + $0.0 * reach, y + $0.1 * reach) })
  }

  /// Mean of exp(−d² / 2s²) over pairs of looks, by weight: a bin's own part of its agreement.
  private func pairMean(_ looks: [DrawnLook]) -> Double {
    let drawn = evenDraw(of: looks.count, atMost: Self.mostPaired).map { looks[$0] }
    let points = locating.points(of: drawn)
    var sum = 0.0
    var weight = 0.0
    for (index, one) in points.enumerated() {
      for other in points[(index + 1)...] {
        let (dx, dy) = (one.x - other.x, one.y - other.y)
        let pair = one.weight * other.weight
        sum += pair * gaussian(dx * dx + dy * dy, deviation: summary.fold.kernel)
        weight += pair
      }
    }
    return weight > 0 ? sum / weight : 0
  }
}
