internal import Density

/// Shrinks away the constant by which a viewer's gaze is off.
///
/// Where the crowd is gathered, the median distance of a viewer's looks from the gathering (that
/// viewer left out) estimates the offset. It is bounded, shrunk by n / (n + 40) bins, and applied
/// only if what each half of the seconds says brings the looks of the other half nearer.
struct CalibrationOffset {
  let settings: FoldSettings
  let aspect: Double

  private struct Gathering {
    var bin: Int
    var x: Double
    var y: Double
    var weight: Double
    var members: Set<Int>
  }

  func correct(_ viewers: inout [[AudienceRow?]], binCount: Int) {
    guard viewers.count >= 5 else { return }
    let gatherings = (0..<binCount).compactMap { gathering(in: $0, of: viewers) }
    guard gatherings.count >= 20 else { return }
    for index in viewers.indices {
      guard let offset = offset(of: index, viewers[index], gatherings) else { continue }
      for bin in viewers[index].indices {
        viewers[index][bin] = viewers[index][bin]?.moved(by: offset)
      }
    }
  }

  /// The gathering of a bin, where at least half of the weight is in one cluster.
  private func gathering(in bin: Int, of viewers: [[AudienceRow?]]) -> Gathering? {
    var points: [DensityPoint] = []
    for index in evenDraw(of: viewers.count, atMost: settings.agreementViewers) {
      guard let row = viewers[index][bin], let position = row.position else { continue }
      points.append(
        DensityPoint(
          x: position.x * aspect, y: position.y, viewer: index, weight: row.weight))
    }
    guard points.count >= 4 else { return nil }
    let total = points.reduce(0) { $0 + $1.weight }
    let found = clusterByDensity(
      points, .gaze(totalWeight: total, noise: settings.gazeNoise))
    guard found.largestShare >= 0.5, let largest = found.largest else { return nil }
    return Gathering(
      bin: bin, x: largest.x, y: largest.y, weight: largest.weight,
      members: Set(largest.members.map { points[$0].viewer }))
  }

  private func offset(
    of index: Int, _ rows: [AudienceRow?], _ gatherings: [Gathering]
  ) -> (x: Double, y: Double)? {
    var halves: [[(x: Double, y: Double)]] = [[], []]
    for (number, gathering) in gatherings.enumerated() {
      guard let row = rows[gathering.bin], let position = row.position else { continue }
      let x = position.x * aspect
      var center = (x: gathering.x, y: gathering.y)
      if gathering.members.contains(index) {
        let rest = gathering.weight - row.weight
        guard rest > 0 else { continue }
        center.x = (center.x * gathering.weight - x * row.weight) / rest
        center.y = (center.y * gathering.weight - position.y * row.weight) / rest
      }
      let away = (x: x - center.x, y: position.y - center.y)
      // Neighbouring bins hold the same look: halves are blocks of several seconds.
      guard away.x * away.x + away.y * away.y < 0.25 else { continue }
      halves[number / 12 % 2].append(away)
    }
    guard halves[0].count >= 10, halves[1].count >= 10,
      helps(bounded(halves[0]), on: halves[1]), helps(bounded(halves[1]), on: halves[0])
    else { return nil }
    let found = bounded(halves[0] + halves[1])
    return (found.x / aspect, found.y)
  }

  private func bounded(_ away: [(x: Double, y: Double)]) -> (x: Double, y: Double) {
    let x = median(away.map(\.x))
    let y = median(away.map(\.y))
    let length = (x * x + y * y).squareRoot()
    let count = Double(away.count)
    let shrink = count / (count + settings.offsetEvidence)
    let bound = min(1, settings.largestOffset / max(length, 1e-9))
    return (x * shrink * bound, y * shrink * bound)
  }

  private func helps(_ offset: (x: Double, y: Double), on away: [(x: Double, y: Double)]) -> Bool {
    let distance = { (dx: Double, dy: Double) in
      median(away.map { (($0.x - dx) * ($0.x - dx) + ($0.y - dy) * ($0.y - dy)).squareRoot() })
    }
    return distance(offset.x, offset.y) < 0.97 * distance(0, 0)
  }
}
