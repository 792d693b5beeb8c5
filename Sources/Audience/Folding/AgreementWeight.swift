/// Weighs viewers by how much they move with the others.
///
/// The weight is max(`leastAgreementWeight`, r) with r the correlation of a viewer's reaction with
/// the mean of the others, in units of the audience's upper quartile and at most 1 (inter-subject
/// correlation weighting: best of the aggregates measured, EVIDENCE.md B4). Where the audience
/// shares nothing to correlate, everybody weighs the same.
struct AgreementWeight: Sendable {
  private let settings: FoldSettings
  /// What the crowd showed, added up, and by how many, for each bin.
  private var sums: [Double] = []
  private var counts: [Double] = []
  /// The weight of each of the crowd.
  private(set) var weights: [Double]
  /// The correlation that weighs fully; `nil` where the crowd shares nothing to correlate.
  private var reference: Double?

  /// Learns what a crowd showed.
  ///
  /// - Parameters:
  ///   - viewers: the crowd, in an order of its own.
  ///   - settings: how to clean.
  init(_ viewers: [[AudienceRow?]], settings: FoldSettings) {
    self.settings = settings
    weights = viewers.map { _ in 1 }
    guard viewers.count >= 4, let binCount = viewers.first?.count else { return }
    sums = [Double](repeating: 0, count: binCount)
    counts = sums
    for viewer in viewers {
      for bin in 0..<binCount {
        guard let reaction = viewer[bin]?.reaction else { continue }
        sums[bin] += reaction
        counts[bin] += 1
      }
    }
    let all = self
    let correlations = Parallel.map(viewers.count) { all.correlation(viewers[$0], isMember: true) }
    let known = correlations.compactMap { $0 }.sorted()
    guard let quartile = known.dropFirst(known.count * 3 / 4).first, quartile > 0.1 else { return }
    reference = quartile
    weights = correlations.map(weight)
  }

  /// Weighs the crowd itself.
  func apply(to viewers: inout [[AudienceRow?]]) {
    for (index, weight) in weights.enumerated() { Self.weigh(&viewers[index], by: weight) }
  }

  /// Weighs a viewer outside the crowd.
  func apply(toOutsider rows: inout [AudienceRow?]) {
    guard reference != nil else { return }
    Self.weigh(&rows, by: weight(correlation(rows, isMember: false)))
  }

  private func weight(_ correlation: Double?) -> Double {
    guard let correlation, let reference else { return 1 }
    return min(1, max(settings.leastAgreementWeight, correlation) / reference)
  }

  private static func weigh(_ rows: inout [AudienceRow?], by weight: Double) {
    guard weight < 1 else { return }
    // There are 256 weights, and thousands of rows.
    let levels = (0...UInt8.max).map { AudienceRow.weighed($0, by: weight) }
    rows.withUnsafeMutableBufferPointer { rows in
      for bin in rows.indices {
        guard let level = rows[bin]?.weightLevel else { continue }
        rows[bin]?.weightLevel = levels[Int(level)]
      }
    }
  }

  /// Correlation with the mean of the others; `nil` where the viewer's face is hardly known.
  private func correlation(_ viewer: [AudienceRow?], isMember: Bool) -> Double? {
    let itself = isMember ? 1.0 : 0
    var n = 0.0
    var x = 0.0
    var y = 0.0
    var xx = 0.0
    var yy = 0.0
    var xy = 0.0
    for bin in viewer.indices {
      guard let own = viewer[bin]?.reaction, counts[bin] > itself else { continue }
      let others = (sums[bin] - own * itself) / (counts[bin] - itself)
      n += 1
      x += own
      y += others
      xx += own * own
      yy += others * others
      xy += own * others
    }
    guard n >= 40 else { return nil }
    let spread = ((n * xx - x * x) * (n * yy - y * y)).squareRoot()
    return spread > 1e-9 ? (n * xy - x * y) / spread : 0
  }
}

extension AudienceRow {
  /// The strongest class that is not neutral; `nil` where none of them is told.
  var reaction: Double? {
    guard tells(anyOf: .reactions) else { return nil }
    // Most faces are at rest.
    guard levels.key << 16 != 0 else { return 0 }
    var most: UInt8 = 0
    for lane in 0..<6 { most = max(most, levels[lane]) }
    return Double(most) / 255
  }

  /// A weight multiplied by a factor; never none.
  static func weighed(_ level: UInt8, by factor: Double) -> UInt8 {
    UInt8(max(1, (Double(level) * factor).rounded()))
  }

  func moved(by offset: (x: Double, y: Double)) -> AudienceRow {
    guard let position else { return self }
    var copy = self
    copy.x = PictureGrid.step(min(1, max(0, position.x - offset.x)))
    copy.y = PictureGrid.step(min(1, max(0, position.y - offset.y)))
    copy.isInSecondHalf = false
    return copy
  }
}
