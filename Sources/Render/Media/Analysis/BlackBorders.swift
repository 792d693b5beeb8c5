/// How much of one frame's picture is black at each side.
package struct BlackBorders: Hashable, Sendable {
  /// Play time of the frame, in seconds.
  package var time: Double
  /// The four sides of the picture as it is seen: upright, in picture pixels.
  package var top: Side, bottom: Side, left: Side, right: Side

  package struct Side: Hashable, Sendable {
    /// Rows or columns from the edge that hold nothing but black, in picture pixels.
    package var depth: Double
    /// Share of the first lines behind them that is lit, 0…1: near 1 where a bar ends.
    package var litShare: Double

    package init(depth: Double, litShare: Double) {
      self.depth = depth
      self.litShare = litShare
    }
  }

  package init(time: Double, top: Side, bottom: Side, left: Side, right: Side) {
    self.time = time
    self.top = top
    self.bottom = bottom
    self.left = left
    self.right = right
  }
}

extension BlackBorders {
  /// Measures a frame as decoded; `nil` where all of it is black, or its format is not read.
  ///
  /// A line is black when at most one of its samples is lit, so that noise is none; the strokes of
  /// a subtitle in a bar light far more of them.
  init?(_ frame: Frame, of video: MediaInfo.Video) {
    let lit = Self.lit(in: frame)
    let (stepX, stepY) = (max(1, frame.width / Self.samples), max(1, frame.height / Self.samples))
    guard let rows = frame.luma(stepX: stepX, stepY: 1)?.litInRows(lit),
      let columns = frame.luma(stepX: 1, stepY: stepY)?.litInColumns(lit),
      let top = Self.side(rows.shares, rows.samples),
      let bottom = Self.side(rows.shares.reversed(), rows.samples),
      let left = Self.side(columns.shares, columns.samples),
      let right = Self.side(columns.shares.reversed(), columns.samples)
    else { return nil }
    // What is left and right, top and bottom once the frame is turned upright.
    let turned = video.orientation.turned(top: top, bottom: bottom, left: left, right: right)
    let isSideways = video.orientation.isSideways
    let scaleX = Double(video.width) / Double(isSideways ? frame.height : frame.width)
    let scaleY = Double(video.height) / Double(isSideways ? frame.width : frame.height)
    self.init(
      time: frame.time, top: turned.top.scaled(scaleY), bottom: turned.bottom.scaled(scaleY),
      left: turned.left.scaled(scaleX), right: turned.right.scaled(scaleX))
  }

  /// From where on a sample of a frame is lit.
  static func lit(in frame: Frame) -> UInt8 {
    UInt8((frame.colors.isFullRange ? 0 : 16) + litStep)
  }

  /// How far above black a sample is lit, in 8-bit steps: bars keep within it when compressed.
  static let litStep = 14
  /// About how many samples of a line are looked at.
  private static let samples = 96

  /// The side whose lines come in order from the edge inwards.
  private static func side(_ shares: [Double], _ samples: Int) -> Side? {
    let noise = 1.5 / Double(max(1, samples))
    guard let depth = shares.firstIndex(where: { $0 > noise }) else { return nil }
    // The first lines behind a bar are blurred by scaling and compression.
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
  /// Share of each row that is at least `lit`, and how many samples a row has.
  fileprivate func litInRows(_ lit: UInt8) -> (shares: [Double], samples: Int) {
    let shares = (0..<rows).map { row in
      let line = values[row * columns..<(row + 1) * columns]
      return Double(line.reduce(0) { $0 + ($1 >= lit ? 1 : 0) }) / Double(columns)
    }
    return (shares, columns)
  }

  /// Share of each column that is at least `lit`, and how many samples a column has.
  fileprivate func litInColumns(_ lit: UInt8) -> (shares: [Double], samples: Int) {
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
  /// Where the four sides of a coded frame come to lie when it is seen.
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
