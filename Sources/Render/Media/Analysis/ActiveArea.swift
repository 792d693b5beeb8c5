/// The part of a video frame, in pixels, that is left when baked-in black bars are cropped off.
package struct ActiveArea: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int
}

extension ActiveArea {
  /// Minimum depth of a bar, as a share of the frame's width or height: thinner black edges come
  /// from a camera sensor or a scan.
  private static let minimumDepth = 0.012
  /// Minimum share of the line next to a bar that must be lit in at least one frame, if only one of
  /// two opposite sides has a bar.
  package static let minimumLitShareOneSided = 0.5
  /// The same if both opposite bars are equally deep: lower, because this is unlikely to be chance.
  package static let minimumLitShareTwoSided = 0.12
  /// Minimum share of the frame's width and of its height that must remain.
  private static let minimumRemainingShare = 0.25

  /// Finds the area that is free of black bars in all the given frames; `nil` if there are no bars.
  ///
  /// The outermost lit line of any frame counts. A dark scene therefore does not enlarge the bars,
  /// and a subtitle inside a bar is kept. A black region without a straight edge, for example a
  /// night sky or a stage, is treated as content.
  ///
  /// `leastClear` is the minimum share of the line next to a bar that must be lit if two opposite
  /// bars are equally deep.
  package init?(
    _ borders: [BlackBorders], width: Int, height: Int, leastClear: Double = minimumLitShareTwoSided
  ) {
    guard !borders.isEmpty else { return nil }
    let (top, bottom) = Self.bars(borders.map(\.top), borders.map(\.bottom), height, leastClear)
    let (left, right) = Self.bars(borders.map(\.left), borders.map(\.right), width, leastClear)
    let (leftOver, heightLeft) = (width - left - right, height - top - bottom)
    guard top + bottom + left + right > 0,
      Double(leftOver) >= Self.minimumRemainingShare * Double(width),
      Double(heightLeft) >= Self.minimumRemainingShare * Double(height)
    else { return nil }
    self.init(x: left, y: top, width: leftOver / 2 * 2, height: heightLeft / 2 * 2)
  }

  /// Whether everything outside this area is black in all the given frames; `false` without frames.
  package func isSurroundedByBlack(in borders: [BlackBorders], width: Int, height: Int) -> Bool {
    // The bars were enlarged by one line for blur and rounded up to an even number.
    func isBlack(_ side: BlackBorders.Side, _ depth: Int) -> Bool {
      side.depth >= Double(depth) - 2
    }
    return !borders.isEmpty
      && borders.allSatisfy {
        isBlack($0.top, y) && isBlack($0.left, x) && isBlack($0.bottom, height - y - self.height)
          && isBlack($0.right, width - x - self.width)
      }
  }

  /// Depths of the bars at two opposite sides, in pixels, rounded to even numbers; 0 means no bar.
  private static func bars(
    _ first: [BlackBorders.Side], _ second: [BlackBorders.Side], _ length: Int, _ leastClear: Double
  ) -> (Int, Int) {
    let sides = [first, second]
    let depths = sides.map { $0.map(\.depth).min() ?? 0 }
    let areEqual = abs(depths[0] - depths[1]) <= max(2, 0.02 * Double(length))
    let wanted = areEqual ? leastClear : minimumLitShareOneSided
    let found = zip(sides, depths).map { side, depth -> Int in
      guard depth >= minimumDepth * Double(length) else { return 0 }
      let atEdge = side.filter { $0.depth <= depth + max(2, 0.004 * Double(length)) }
      guard atEdge.contains(where: { $0.litShare >= wanted }) else { return 0 }
      // Add one line, because blur darkens the line next to a bar. Even, because chroma is
      // subsampled.
      return (Int(depth) / 2 + 1) * 2
    }
    return (found[0], found[1])
  }
}
