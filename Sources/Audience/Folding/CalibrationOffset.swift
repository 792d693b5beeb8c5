internal import Density

/// Shrinks away the constant by which a viewer's gaze is off.
///
/// Where the crowd is gathered, the median distance of a viewer's looks from the gathering (that
/// viewer left out) estimates the offset. It is bounded, shrunk by n / (n + 40) bins, and applied
/// only if what each half of the seconds says brings the looks of the other half nearer.
struct CalibrationOffset: Sendable {
  private let settings: FoldSettings
  private let aspect: Double
  /// Most viewers among whom gatherings are looked for: more cost, and move no centre.
  private static let most = 128
  /// Bins of a block: neighbouring bins hold the same look, so halves are blocks of several
  /// seconds.
  private static let block = 12
  /// Where the crowd is gathered; empty where that is too little to go by.
  private var gatherings: [Gathering] = []

  private struct Gathering: Sendable {
    var bin: Int
    var x: Double
    var y: Double
    var weight: Double
    var members: Set<Int>
  }

  /// Learns where a crowd is gathered.
  ///
  /// - Parameters:
  ///   - viewers: the crowd, in an order of its own.
  ///   - settings: how to clean.
  ///   - aspect: width of the picture divided by its height.
  ///   - binCount: how many bins the video has.
  init(_ viewers: [[AudienceRow?]], settings: FoldSettings, aspect: Double, binCount: Int) {
    self.settings = settings
    self.aspect = aspect
    let search = self
    let found = Parallel.map(binCount) { search.gathering(in: $0, of: viewers) }
      .compactMap(\.self)
    gatherings = found
  }

  /// Corrects the crowd itself.
  func correct(_ viewers: inout [[AudienceRow?]]) {
    let rows = viewers
    viewers = Parallel.map(rows.count) { corrected(rows[$0], member: $0) }
  }

  /// A viewer with the offset taken away.
  ///
  /// - Parameters:
  ///   - rows: the viewer's rows.
  ///   - member: the viewer's place in the crowd; `nil` outside of it.
  /// - Returns: the rows, moved where it helps.
  func corrected(_ rows: [AudienceRow?], member: Int? = nil) -> [AudienceRow?] {
    guard !gatherings.isEmpty, let offset = offset(of: member, rows) else { return rows }
    return rows.map { $0?.moved(by: offset) }
  }

  /// The gathering of a bin, where at least half of the weight is in one cluster.
  private func gathering(in bin: Int, of viewers: [[AudienceRow?]]) -> Gathering? {
    var points: [DensityPoint] = []
    for index in evenDraw(of: viewers.count, atMost: Self.most) {
      guard let row = viewers[index][bin], let position = row.position else { continue }
      points.append(
        DensityPoint(
          x: position.x * aspect, y: position.y, viewer: index, weight: row.weight))
    }
    let found = LookLocating(aspect: aspect, noise: settings.gazeNoise).clustering(of: points)
    guard found.largestShare >= 0.5, let largest = found.largest else { return nil }
    return Gathering(
      bin: bin, x: largest.x, y: largest.y, weight: largest.weight,
      members: Set(largest.members.map { points[$0].viewer }))
  }

  private func offset(
    of member: Int?, _ rows: [AudienceRow?]
  ) -> (x: Double, y: Double)? {
    var halves: [[(x: Double, y: Double)]] = [[], []]
    for (number, gathering) in gatherings.enumerated() {
      guard let row = rows[gathering.bin], let position = row.position else { continue }
      let x = position.x * aspect
      var center = (x: gathering.x, y: gathering.y)
      if let member, gathering.members.contains(member) {
        let rest = gathering.weight - row.weight
        guard rest > 0 else { continue }
        center.x = (center.x * gathering.weight - x * row.weight) / rest
        center.y = (center.y * gathering.weight - position.y * row.weight) / rest
      }
      let away = (x: x - center.x, y: position.y - center.y)
      halves[number / Self.block % 2].append(away)
    }
    guard helps(bounded(halves[0]), on: halves[1]), helps(bounded(halves[1]), on: halves[0])
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
    return distance(offset.x, offset.y) < distance(0, 0)
  }
}

extension AudienceRow {
  /// The row with its gaze moved by an offset, in picture coordinates; an offset of none changes
  /// nothing.
  fileprivate func moved(by offset: (x: Double, y: Double)) -> AudienceRow {
    guard let position else { return self }
    var copy = self
    copy.x = PictureGrid.step(min(1, max(0, position.x - offset.x)))
    copy.y = PictureGrid.step(min(1, max(0, position.y - offset.y)))
    return copy
  }
}
