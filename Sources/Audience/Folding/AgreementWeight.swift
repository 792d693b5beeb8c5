/// Weighs viewers by how much they move with the others.
///
/// The weight is max(`leastAgreementWeight`, r) with r the correlation of a viewer's reaction with the mean of the
/// others, in units of the audience's upper quartile and at most 1 (inter-subject correlation
/// weighting: best of the aggregates measured, EVIDENCE.md B4). Where the audience shares nothing
/// to correlate, everybody weighs the same.
struct AgreementWeight {
  let settings: FoldSettings

  func apply(to viewers: inout [[AudienceRow?]]) {
    for (index, weight) in weights(of: viewers).enumerated() where weight < 1 {
      for bin in viewers[index].indices {
        guard let row = viewers[index][bin] else { continue }
        viewers[index][bin] = row.weighed(by: weight)
      }
    }
  }

  func weights(of viewers: [[AudienceRow?]]) -> [Double] {
    guard viewers.count >= 4, let binCount = viewers.first?.count else {
      return viewers.map { _ in 1 }
    }
    var sums = [Double](repeating: 0, count: binCount)
    var counts = [Double](repeating: 0, count: binCount)
    for viewer in viewers {
      for bin in 0..<binCount {
        guard let reaction = viewer[bin]?.reaction else { continue }
        sums[bin] += reaction
        counts[bin] += 1
      }
    }
    let correlations = viewers.map { correlation($0, sums: sums, counts: counts) }
    let known = correlations.compactMap { $0 }.sorted()
    guard let reference = known.dropFirst(known.count * 3 / 4).first, reference > 0.1 else {
      return viewers.map { _ in 1 }
    }
    return correlations.map { correlation in
      guard let correlation else { return 1 }
      return min(1, max(settings.leastAgreementWeight, correlation) / reference)
    }
  }

  /// Correlation with the mean of the others; `nil` where the viewer's face is hardly known.
  private func correlation(
    _ viewer: [AudienceRow?], sums: [Double], counts: [Double]
  ) -> Double? {
    var n = 0.0
    var x = 0.0
    var y = 0.0
    var xx = 0.0
    var yy = 0.0
    var xy = 0.0
    for bin in viewer.indices {
      guard let own = viewer[bin]?.reaction, counts[bin] > 1 else { continue }
      let others = (sums[bin] - own) / (counts[bin] - 1)
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
    var most: UInt8 = 0
    for lane in 0..<6 { most = max(most, levels[lane]) }
    return Double(most) / 255
  }

  func weighed(by factor: Double) -> AudienceRow {
    var copy = self
    copy.weightLevel = UInt8(max(1, (Double(weightLevel) * factor).rounded()))
    return copy
  }

  func moved(by offset: (x: Double, y: Double)) -> AudienceRow {
    guard let position else { return self }
    var copy = AudienceRow(
      position: PicturePoint(
        x: min(1, max(0, position.x - offset.x)), y: min(1, max(0, position.y - offset.y))),
      weight: 1, strengths: nil)
    (copy.weightLevel, copy.levels, copy.glance) = (weightLevel, levels, glance)
    return copy
  }
}
