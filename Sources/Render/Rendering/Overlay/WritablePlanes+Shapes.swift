import Media

/// A colour in BT.709, limited range.
struct OverlayColor: Hashable, Sendable {
  var luma: UInt8
  var blue: UInt8
  var red: UInt8

  static let black = OverlayColor(luma: 16, blue: 128, red: 128)
  static let white = OverlayColor(luma: 235, blue: 128, red: 128)
  static let grey = OverlayColor(luma: 150, blue: 128, red: 128)
  static let yellow = OverlayColor(luma: 200, blue: 30, red: 145)
  static let green = OverlayColor(luma: 173, blue: 66, red: 50)
  static let orange = OverlayColor(luma: 150, blue: 55, red: 190)
  static let cyan = OverlayColor(luma: 170, blue: 166, red: 35)
}

struct OverlayBox: Hashable, Sendable {
  var left: Int
  var top: Int
  var width: Int
  var height: Int
}

extension WritablePlanes {
  /// Blends a colour into pixels of one row, including chroma.
  func run(_ color: OverlayColor, _ columns: Range<Int>, row: Int, opacity: Int) {
    guard !columns.isEmpty else { return }
    mix(color.luma, opacity: opacity, plane: 0, columns: columns, row: row)
    guard row % 2 == 0 else { return }
    let half = columns.lowerBound >> 1..<(columns.upperBound + 1) >> 1
    mix(color.blue, opacity: opacity, plane: 1, columns: half, row: row >> 1)
    mix(color.red, opacity: opacity, plane: 2, columns: half, row: row >> 1)
  }

  func fill(_ box: OverlayBox, _ color: OverlayColor, opacity: Int = 256) {
    guard box.width > 0, box.height > 0 else { return }
    for row in box.top..<box.top + box.height {
      run(color, box.left..<box.left + box.width, row: row, opacity: opacity)
    }
  }

  /// Draws the outline of a box, inside its edges.
  func frame(_ box: OverlayBox, _ color: OverlayColor, thickness: Int) {
    let (inner, bottom) = (box.height - 2 * thickness, box.top + box.height - thickness)
    let right = box.left + box.width - thickness
    fill(.init(left: box.left, top: box.top, width: box.width, height: thickness), color)
    fill(.init(left: box.left, top: bottom, width: box.width, height: thickness), color)
    let top = box.top + thickness
    fill(.init(left: box.left, top: top, width: thickness, height: inner), color)
    fill(.init(left: right, top: top, width: thickness, height: inner), color)
  }

  /// Draws a filled circle around a point in pixels.
  func disc(_ x: Double, _ y: Double, radius: Double, _ color: OverlayColor, opacity: Int = 256) {
    guard x.isFinite, y.isFinite, abs(x) < 1e6, abs(y) < 1e6 else { return }
    for row in Int((y - radius).rounded(.up))...Int((y + radius).rounded(.up)) {
      let down = Double(row) + 0.5 - y
      let reach = radius * radius - down * down
      guard reach > 0 else { continue }
      let half = reach.squareRoot()
      let first = Int((x - half).rounded())
      run(color, first..<max(first, Int((x + half).rounded())), row: row, opacity: opacity)
    }
  }

  /// Draws a line between two points in pixels.
  func line(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double), _ color: OverlayColor,
    thickness: Int
  ) {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    guard dx.isFinite, dy.isFinite, abs(dx) < 1e5, abs(dy) < 1e5 else { return }
    let steps = max(1, Int(max(abs(dx), abs(dy)).rounded(.up)))
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      fill(
        .init(
          left: Int(start.x + dx * share) - thickness / 2,
          top: Int(start.y + dy * share) - thickness / 2, width: thickness, height: thickness),
        color)
    }
  }
}
