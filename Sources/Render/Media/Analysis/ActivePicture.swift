/// The part of a picture inside black bars that were baked into it.
package struct ActivePicture: Hashable, Sendable {
  /// Left edge in picture pixels.
  package var x: Int
  /// Top edge in picture pixels.
  package var y: Int
  /// Width in picture pixels.
  package var width: Int
  /// Height in picture pixels.
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

extension ActivePicture {
  /// Shallower bars are the edge of a sensor or of a scan, as a share of the side's length.
  private static let leastDepth = 0.012
  /// Share of the line behind a bar that is lit at least once, where only one side has a bar.
  package static let clearEdge = 0.5
  /// The same where the bar on the other side is as deep: two equal bars are no accident.
  package static let equalEdge = 0.12
  /// The least share of the picture's width and height that is left.
  private static let leastLeft = 0.25

  /// What all of some frames leave free of black bars, in even numbers; `nil` without bars.
  ///
  /// The outermost lit line of any frame counts, so a dark scene takes nothing away and a subtitle
  /// in a bar keeps its place. Black that ends in no straight edge is part of what was filmed: a
  /// stage, a night sky.
  ///
  /// - Parameters:
  ///   - borders: measured frames.
  ///   - width: of the picture, in picture pixels.
  ///   - height: of the picture.
  ///   - leastClear: share of the line behind a bar that must be lit where two bars are equal.
  package init?(
    _ borders: [BlackBorders], width: Int, height: Int, leastClear: Double = equalEdge
  ) {
    guard !borders.isEmpty else { return nil }
    let (top, bottom) = Self.bars(borders.map(\.top), borders.map(\.bottom), height, leastClear)
    let (left, right) = Self.bars(borders.map(\.left), borders.map(\.right), width, leastClear)
    let (leftOver, heightLeft) = (width - left - right, height - top - bottom)
    guard top + bottom + left + right > 0, Double(leftOver) >= Self.leastLeft * Double(width),
      Double(heightLeft) >= Self.leastLeft * Double(height)
    else { return nil }
    self.init(x: left, y: top, width: leftOver / 2 * 2, height: heightLeft / 2 * 2)
  }

  /// Whether some frames are black around it; false of none.
  package func isAllThatIsLit(in borders: [BlackBorders], width: Int, height: Int) -> Bool {
    // One line more was taken for the bar's blur, and one to be even.
    func isBlack(_ side: BlackBorders.Side, _ depth: Int) -> Bool {
      side.depth >= Double(depth) - 2
    }
    return !borders.isEmpty
      && borders.allSatisfy {
        isBlack($0.top, y) && isBlack($0.left, x) && isBlack($0.bottom, height - y - self.height)
          && isBlack($0.right, width - x - self.width)
      }
  }

  /// Depths of the bars at two opposite sides, even; 0 for none.
  private static func bars(
    _ first: [BlackBorders.Side], _ second: [BlackBorders.Side], _ length: Int,
    _ leastClear: Double
  ) -> (Int, Int) {
    let sides = [first, second]
    let depths = sides.map { $0.map(\.depth).min() ?? 0 }
    let areEqual = abs(depths[0] - depths[1]) <= max(2, 0.02 * Double(length))
    let wanted = areEqual ? leastClear : clearEdge
    let found = zip(sides, depths).map { side, depth -> Int in
      guard depth >= leastDepth * Double(length) else { return 0 }
      let atEdge = side.filter { $0.depth <= depth + max(2, 0.004 * Double(length)) }
      guard atEdge.contains(where: { $0.litShare >= wanted }) else { return 0 }
      // One line more, which the bar's blur has darkened; even, for chroma's sake.
      return (Int(depth) / 2 + 1) * 2
    }
    return (found[0], found[1])
  }
}
