import EditDecisions
import Media

/// Draws the overlay of one time onto a frame with a panel below it.
struct OverlayPainter {
  let job: OverlayJob
  /// Size in pixels of the source's frame in the overlay, without the panel.
  let width: Int
  let height: Int

  /// The time range of the chart in seconds of play time.
  private var span: Range<Double> { job.window }

  /// Thickness of thin lines in pixels.
  var dot: Int { max(1, (height + 180) / 360) }
  /// Height of a line of text, and the margin around the text, in pixels.
  var rowHeight: Int { Self.lineDots * dot }
  var margin: Int { 3 * dot }
  /// Height of the panel in pixels: three lines of text, and the chart.
  var panel: Int { (textDots + Self.chartDots + 6) * dot / 2 * 2 }

  private static let lineDots = 10
  private var textDots: Int { 3 * rowsOfLine * Self.lineDots + 2 }
  private static let chartDots = 24
  /// Radius of a gaze point as a share of the frame height.
  private static let lookRadius = 0.011

  /// Draws onto a frame whose upper part is the source's frame and whose panel is black.
  func paint(_ planes: borrowing WritablePlanes, at time: Double, _ bin: OverlayBin) {
    if let moment = job.moment(at: time) { paint(moment, at: time, planes) }
    for outline in bin.clusters { paint(outline, planes) }
    for look in bin.looks { paint(look, planes) }
    paintChart(at: time, planes)
  }

  private func pixels(_ place: OverlayPlace) -> (x: Double, y: Double) {
    (place.x * Double(width), place.y * Double(height))
  }

  /// Draws a gaze point inside the frame; the colour shows whether it is in a cluster.
  private func paint(_ look: OverlayLook, _ planes: borrowing WritablePlanes) {
    let radius = max(3, Self.lookRadius * Double(height))
    var (x, y) = pixels(look.place)
    x = min(Double(width) - radius, max(radius, x))
    y = min(Double(height) - radius, max(radius, y))
    planes.disc(x, y, radius: radius, .black)
    planes.disc(x, y, radius: radius - Double(max(1, dot / 2)), look.isGathered ? .green : .white)
  }

  private func paint(_ outline: [OverlayPlace], _ planes: borrowing WritablePlanes) {
    let corners = outline.map(pixels).map {
      (x: min(Double(width), max(0, $0.x)), y: min(Double(height) - 2, max(0, $0.y)))
    }
    for (index, corner) in corners.enumerated() {
      planes.line(
        from: corner, to: corners[(index + 1) % corners.count], .green, thickness: dot + 1)
    }
  }

  /// Darkens what the clip does not show, and draws the outline of its crops.
  private func paint(_ moment: OverlayMoment, at time: Double, _ planes: borrowing WritablePlanes) {
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

  /// Converts a crop to output pixels, inside the frame.
  func box(_ window: FrameArea) -> OverlayBox {
    let (x, y) = (
      Double(width) / Double(max(1, job.source.video.width)),
      Double(height) / Double(max(1, job.source.video.height))
    )
    let left = min(width, max(0, Int((window.x * x).rounded())))
    let top = min(height, max(0, Int((window.y * y).rounded())))
    return OverlayBox(
      left: left, top: top, width: min(width - left, max(0, Int((window.width * x).rounded()))),
      height: min(height - top, max(0, Int((window.height * y).rounded()))))
  }

  /// Draws both curves, the moments and the current time.
  private func paintChart(at time: Double, _ planes: borrowing WritablePlanes) {
    let top = height + textDots * dot + 2 * dot
    let tall = Self.chartDots * dot
    for moment in job.moments {
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
    _ planes: borrowing WritablePlanes
  ) {
    let left = column(max(span.lowerBound, window.lowerBound))
    let right = column(min(span.upperBound, window.upperBound))
    planes.fill(
      .init(left: left, top: top, width: max(0, right - left), height: tall), color, opacity: 90)
  }

  private func curve(
    _ value: KeyPath<OverlayLevel, Double?>, _ color: OverlayColor, top: Int, tall: Int,
    _ planes: borrowing WritablePlanes
  ) {
    var last: (x: Double, y: Double)?
    for (index, level) in job.levels.enumerated() {
      let time = (Double(index) + 0.5) * job.binSeconds
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

  /// The horizontal position of a play time in the chart, in pixels.
  func column(_ time: Double) -> Int {
    let length = max(1e-9, span.upperBound - span.lowerBound)
    let share = min(1, max(0, (time - span.lowerBound) / length))
    return min(width - 1, Int(share * Double(width)))
  }
}
