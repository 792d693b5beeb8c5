/// Depth of the black borders on the four sides of one video frame.
package struct BlackBorders: Hashable, Sendable {
  /// Play time of the frame in seconds.
  package var time: Double
  /// Borders of the frame after rotation to upright, in pixels.
  package var top: Side, bottom: Side, left: Side, right: Side

  package struct Side: Hashable, Sendable {
    /// Number of fully black rows or columns from the edge, in pixels.
    package var depth: Double
    /// Share of the first lines behind the border that is lit, 0…1: close to 1 for a bar with a
    /// straight edge.
    package var litShare: Double
  }
}

extension BlackBorders {
  /// The borders as nine numbers, for the cache.
  package var row: [Double] {
    [time] + [top, bottom, left, right].flatMap { [$0.depth, $0.litShare] }
  }

  /// Reads numbers from `row`; `nil` for other input.
  package init?(row: [Double]) {
    guard row.count == 9 else { return nil }
    func side(_ index: Int) -> Side { Side(depth: row[index], litShare: row[index + 1]) }
    self.init(time: row[0], top: side(1), bottom: side(3), left: side(5), right: side(7))
  }
}

extension BlackBorders {
  /// Measures the borders of a decoded frame; `nil` if it is entirely black or its pixel format is
  /// not supported.
  ///
  /// A line counts as black if at most one of its sampled pixels is lit, so that noise is ignored.
  /// A subtitle inside a bar lights many more pixels.
  init?(_ frame: Frame, of video: MediaInfo.Video) {
    let lit = Self.lit(in: frame)
    let (stepX, stepY) = (max(1, frame.width / Self.samples), max(1, frame.height / Self.samples))
    guard let rows = frame.luma(stepX: stepX, stepY: 1)?.litSharesOfRows(lit),
      let columns = frame.luma(stepX: 1, stepY: stepY)?.litSharesOfColumns(lit),
      let top = Self.measureSide(rows.shares, rows.samples),
      let bottom = Self.measureSide(rows.shares.reversed(), rows.samples),
      let left = Self.measureSide(columns.shares, columns.samples),
      let right = Self.measureSide(columns.shares.reversed(), columns.samples)
    else { return nil }
    // Map the sides of the coded frame to the sides of the upright frame.
    let turned = video.orientation.turned(top: top, bottom: bottom, left: left, right: right)
    let isSideways = video.orientation.isSideways
    let scaleX = Double(video.width) / Double(isSideways ? frame.height : frame.width)
    let scaleY = Double(video.height) / Double(isSideways ? frame.width : frame.height)
    self.init(
      time: frame.time, top: turned.top.scaled(scaleY), bottom: turned.bottom.scaled(scaleY),
      left: turned.left.scaled(scaleX), right: turned.right.scaled(scaleX))
  }

  /// Minimum 8-bit luma of a pixel that counts as lit in this frame.
  static func lit(in frame: Frame) -> UInt8 {
    UInt8((frame.colors.isFullRange ? 0 : 16) + minimumLumaAboveBlack)
  }

  /// Distance from black to lit in 8-bit luma steps, above the compression noise in black bars.
  static let minimumLumaAboveBlack = 14
  /// Approximate number of pixels that are sampled per line.
  private static let samples = 96

  /// Measures one side from the lit shares of its lines, ordered from the edge inwards.
  private static func measureSide(_ shares: [Double], _ samples: Int) -> Side? {
    let noise = 1.5 / Double(max(1, samples))
    guard let depth = shares.firstIndex(where: { $0 > noise }) else { return nil }
    // Scaling and compression blur the first lines behind a bar, so look 2 to 4 lines further.
    let behind = shares[min(depth + 2, shares.count - 1)..<min(depth + 5, shares.count)]
    return Side(depth: Double(depth), litShare: behind.max() ?? shares[depth])
  }
}

extension BlackBorders.Side {
  fileprivate func scaled(_ scale: Double) -> Self {
    Self(depth: depth * scale, litShare: litShare)
  }
}

extension PlaneSamples {
  /// Share of the samples in each row that are at least `lit`, and their number per row.
  fileprivate func litSharesOfRows(_ lit: UInt8) -> (shares: [Double], samples: Int) {
    let shares = (0..<rows).map { row in
      let line = values[row * columns..<(row + 1) * columns]
      return Double(line.reduce(0) { $0 + ($1 >= lit ? 1 : 0) }) / Double(columns)
    }
    return (shares, columns)
  }

  /// Share of the samples in each column that are at least `lit`, and the number per column.
  fileprivate func litSharesOfColumns(_ lit: UInt8) -> (shares: [Double], samples: Int) {
    var counts = [Int](repeating: 0, count: columns)
    for row in 0..<rows {
      for column in 0..<columns where values[row * columns + column] >= lit {
        counts[column] += 1
      }
    }
    return (counts.map { Double($0) / Double(rows) }, rows)
  }
}

extension Orientation {
  /// Maps the four sides of a coded frame to the sides of the displayed frame.
  func turned<Side>(
    top: Side, bottom: Side, left: Side, right: Side
  ) -> (top: Side, bottom: Side, left: Side, right: Side) {
    switch self {
    case .upright: (top, bottom, left, right)
    case .clockwise: (left, right, bottom, top)
    case .upsideDown: (bottom, top, right, left)
    case .counterclockwise: (right, left, top, bottom)
    case .mirrored: (top, bottom, right, left)
    case .flipped: (bottom, top, left, right)
    case .clockwiseFlipped: (right, left, bottom, top)
    case .counterclockwiseFlipped: (left, right, top, bottom)
    }
  }
}
