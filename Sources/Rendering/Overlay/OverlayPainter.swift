internal import EditDecisions
internal import Media

/// Paints what a plan says of a play time onto a picture with a panel below it.
struct OverlayPainter {
  let plan: OverlayPlan
  /// Size in pixels at which the source's picture is shown, without the panel.
  let width: Int
  let height: Int
  /// Size of the source's picture, in whose pixels windows are decided.
  let picture: (width: Int, height: Int)
  /// What the chart spans, seconds of play time.
  let span: Range<Double>

  /// Pixels of a dot of the letters, and of thin lines.
  var dot: Int { max(1, (height + 180) / 360) }
  /// Height of the panel below the picture: three lines of text, and the chart.
  var panel: Int { (textDots + Self.chartDots + 6) * dot / 2 * 2 }

  private static let lineDots = 10
  /// Letters that a line seldom has more of; on a narrower picture it is broken into rows.
  private static let usualLetters = 50
  private static let mostRows = 4
  /// Letters that fit beside each other.
  private var room: Int { max(1, (width - 6 * dot) / (DotFont.advance * dot)) }
  /// Rows that each of the three lines may have.
  private var rowsOfLine: Int { min(Self.mostRows, (Self.usualLetters + room - 1) / room) }
  private var textDots: Int { 3 * rowsOfLine * Self.lineDots + 2 }
  private static let chartDots = 24
  /// Looks are drawn so many picture heights wide.
  private static let lookRadius = 0.011

  /// Paints a frame whose upper part is the picture and whose panel is black.
  func paint(_ planes: borrowing PaintablePlanes, at time: Double, _ bin: OverlayBin) {
    let moment = plan.moment(at: time)
    if let moment { paint(moment, at: time, planes) }
    for outline in bin.clusters { paint(outline, planes) }
    for look in bin.looks { paint(look, planes) }
    paint(bin.lines, planes)
    paintChart(at: time, planes)
  }

  /// Three lines of text; one that is too long for the picture goes on in the rows below it.
  private func paint(_ lines: [String], _ planes: borrowing PaintablePlanes) {
    var top = height + 3 * dot
    for (number, line) in lines.prefix(3).enumerated() {
      for row in rows(of: line) {
        planes.text(
          row, left: 3 * dot, top: top, width: width - 6 * dot, dot: dot,
          number == 2 ? .yellow : .white)
        top += Self.lineDots * dot
      }
    }
  }

  /// A line in as many rows as it may have; the last one holds what is left of it.
  private func rows(of line: String) -> [String] {
    guard line.count > room, rowsOfLine > 1 else { return [line] }
    var rows = [""]
    for word in line.split(separator: " ") {
      let last = rows[rows.count - 1]
      if last.isEmpty {
        rows[rows.count - 1] = String(word)
      } else if last.count + 1 + word.count <= room || rows.count == rowsOfLine {
        rows[rows.count - 1] = last + " " + word
      } else {
        rows.append(String(word))
      }
    }
    return rows
  }

  private func pixels(_ place: OverlayPlace) -> (x: Double, y: Double) {
    (place.x * Double(width), place.y * Double(height))
  }

  /// Every look is drawn alike, but for lying in a cluster; kept off the panel.
  private func paint(_ look: OverlayLook, _ planes: borrowing PaintablePlanes) {
    let radius = max(3, Self.lookRadius * Double(height))
    var (x, y) = pixels(look.place)
    x = min(Double(width) - radius, max(radius, x))
    y = min(Double(height) - radius, max(radius, y))
    planes.disc(x, y, radius: radius, .black)
    planes.disc(
      x, y, radius: radius - Double(max(1, dot / 2)), look.isGathered ? .green : .white)
  }

  private func paint(_ outline: [OverlayPlace], _ planes: borrowing PaintablePlanes) {
    let corners = outline.map(pixels).map {
      (x: min(Double(width), max(0, $0.x)), y: min(Double(height) - 2, max(0, $0.y)))
    }
    for (index, corner) in corners.enumerated() {
      planes.line(
        from: corner, to: corners[(index + 1) % corners.count], .green, thickness: dot + 1)
    }
  }
}

extension OverlayPainter {
  /// What a clip leaves out is darkened; its windows are framed.
  private func paint(
    _ moment: OverlayMoment, at time: Double, _ planes: borrowing PaintablePlanes
  ) {
    let windows = moment.windows(at: time).map(box)
    let isCore = moment.coreStart <= time && time < moment.coreEnd
    let color = isCore ? OverlayColor.yellow : .grey
    guard !windows.isEmpty else {
      let whole = OverlayBox(left: 0, top: 0, width: width, height: height)
      return planes.frame(whole, color, thickness: 2 * dot)
    }
    for row in 0..<height {
      var from = 0
      let covering = windows.filter { $0.top <= row && row < $0.top + $0.height }
        .sorted { $0.left < $1.left }
      for window in covering {
        if window.left > from { planes.run(.black, from..<window.left, row: row, opacity: 110) }
        from = max(from, window.left + window.width)
      }
      if from < width { planes.run(.black, from..<width, row: row, opacity: 110) }
    }
    for window in windows { planes.frame(window, color, thickness: 2 * dot) }
  }

  /// A window in pixels of the output, inside the picture.
  func box(_ window: Window) -> OverlayBox {
    let (x, y) = (
      Double(width) / Double(max(1, picture.width)),
      Double(height) / Double(max(1, picture.height))
    )
    let left = min(width, max(0, Int((window.x * x).rounded())))
    let top = min(height, max(0, Int((window.y * y).rounded())))
    return OverlayBox(
      left: left, top: top,
      width: min(width - left, max(0, Int((window.width * x).rounded()))),
      height: min(height - top, max(0, Int((window.height * y).rounded()))))
  }

  /// Both curves over the whole span, the moments, and where in it the frame is.
  private func paintChart(at time: Double, _ planes: borrowing PaintablePlanes) {
    let top = height + textDots * dot + 2 * dot
    let tall = Self.chartDots * dot
    for moment in plan.moments {
      block(moment.start..<moment.end, top: top, tall: tall, .grey, planes)
      block(moment.coreStart..<moment.coreEnd, top: top, tall: tall, .yellow, planes)
    }
    curve(\.held, .cyan, top: top, tall: tall, planes)
    curve(\.reacting, .orange, top: top, tall: tall, planes)
    planes.fill(
      .init(left: column(time) - dot / 2, top: top, width: max(1, dot), height: tall), .white)
  }

  private func block(
    _ window: Range<Double>, top: Int, tall: Int, _ color: OverlayColor,
    _ planes: borrowing PaintablePlanes
  ) {
    let left = column(max(span.lowerBound, window.lowerBound))
    let right = column(min(span.upperBound, window.upperBound))
    planes.fill(
      .init(left: left, top: top, width: max(0, right - left), height: tall), color, opacity: 90)
  }

  private func curve(
    _ value: KeyPath<OverlayLevel, Double?>, _ color: OverlayColor, top: Int, tall: Int,
    _ planes: borrowing PaintablePlanes
  ) {
    var last: (x: Double, y: Double)?
    for (index, level) in plan.levels.enumerated() {
      let time = (Double(index) + 0.5) * plan.binSeconds
      guard let share = level[keyPath: value], span.contains(time) else {
        last = nil
        continue
      }
      let y = Double(top + tall - dot) - min(1, max(0, share)) * Double(tall - 2 * dot)
      let place = (x: Double(column(time)), y: y)
      planes.line(from: last ?? place, to: place, color, thickness: dot)
      last = place
    }
  }

  /// Where a play time lies in the chart, in pixels.
  func column(_ time: Double) -> Int {
    let length = max(1e-9, span.upperBound - span.lowerBound)
    let share = min(1, max(0, (time - span.lowerBound) / length))
    return min(width - 1, Int(share * Double(width)))
  }
}

/// Letters, figures and signs of the usual 5 × 7 dot matrix, so that no font need be installed.
enum DotFont {
  /// Dots a letter is wide and high, and from one letter to the next.
  static let width = 5
  static let height = 7
  static let advance = 6

  /// The rows of a letter from the top, the leftmost dot in bit 4; unknown ones are a box.
  static func rows(of character: Character) -> [UInt8] {
    guard character != " " else { return [] }
    return glyphs[character] ?? box
  }

  private static let box: [UInt8] = [31, 17, 17, 17, 17, 17, 31]

  /// Two hexadecimal figures a row, seven rows a letter, each letter after its own sign.
  private static let packed = [
    "!04040404040004", "\"0a0a0000000000", "#0a0a1f0a1f0a0a", "%18190204081303",
    "&0c12140815120d", "'04040000000000", "(02040808080402", ")08040202020408", "*0004150e150400",
    "+0004041f040400", ",000000000c0408", "-0000001f000000", ".00000000000c0c", "/00010204081000",
    "00e11131519110e", "1040c040404040e", "20e11010204081f", "31f02040201110e", "402060a121f0202",
    "51f101e0101110e", "60608101e11110e", "71f010204080808", "80e11110e11110e", "90e11110f01020c",
    ":000c0c000c0c00", ";000c0c000c0408", "<02040810080402", "=00001f001f0000", ">08040201020408",
    "?0e110102040004", "A0e1111111f1111", "B1e11111e11111e", "C0e11101010110e", "D1c12111111121c",
    "E1f10101e10101f", "F1f10101e101010", "G0e11101711110f", "H1111111f111111", "I0e04040404040e",
    "J0702020202120c", "K11121418141211", "L1010101010101f", "M111b1515111111", "N11111915131111",
    "O0e11111111110e", "P1e11111e101010", "Q0e11111115120d", "R1e11111e141211", "S0f10100e01011e",
    "T1f040404040404", "U1111111111110e", "V11111111110a04", "W1111111515150a", "X11110a040a1111",
    "Y1111110a040404", "Z1f01020408101f", "_0000000000001f", "a00000e010f110f", "b1010161911111e",
    "c00000e1010110e", "d01010d1311110f", "e00000e111f100e", "f0609081c080808", "g000f11110f010e",
    "h10101619111111", "i04000c0404040e", "j0200060202120c", "k10101214181412", "l0c04040404040e",
    "m00001a15151111", "n00001619111111", "o00000e1111110e", "p00001e111e1010", "q00000d130f0101",
    "r00001619101010", "s00000e100e011e", "t08081c08080906", "u0000111111130d", "v00001111110a04",
    "w0000111115150a", "x0000110a040a11", "y000011110f010e", "z00001f0204081f",
  ]

  private static let glyphs: [Character: [UInt8]] = {
    var glyphs: [Character: [UInt8]] = [:]
    for entry in packed {
      guard let sign = entry.first else { continue }
      let digits = entry.dropFirst().compactMap { $0.hexDigitValue.map(UInt8.init) }
      glyphs[sign] = stride(from: 0, to: digits.count - 1, by: 2).map {
        digits[$0] << 4 | digits[$0 + 1]
      }
    }
    return glyphs
  }()
}
