/// A chart of one quantity over time, as SVG that fits any width.
///
/// Curves are in a nested drawing that is stretched. Text is placed at percentages of the width
/// outside of it, so it is never stretched.
struct LinePlot {
  /// Points of a curve with coordinates 0…1; `nil` interrupts the line.
  typealias Points = [(x: Double, y: Double)?]

  /// Pixels above the plot, for the upper half of the label of the highest line.
  private static let head = 9.0
  /// Width of the stretched drawing in its own units.
  private static let width = 1000.0

  var id: String
  var title: String
  var description: String
  /// Height in pixels.
  var height: Double
  private(set) var curves = ""

  /// Horizontal lines at 0, 50 and 100 %, with labels to the left of the plot.
  private var grid: String {
    [0, 0.5, 1].map { share in
      let y = Self.head + (1 - share) * height
      let place = HTMLText.number(y)
      return "<line class=\"grid\" x1=\"0\" x2=\"100%\" y1=\"\(place)\" y2=\"\(place)\"/>"
        + "<text x=\"-4\" y=\"\(HTMLText.number(y + 4))\" text-anchor=\"end\">"
        + "\(HTMLText.percent(share))</text>"
    }.joined()
  }

  mutating func line(_ points: Points, style: String) {
    let path = Self.path(Self.downsampled(points), height: height)
    guard !path.isEmpty else { return }
    curves += "<path class=\"line \(style)\" d=\"\(path)\"/>"
  }

  /// Adds the area between 0 and a line.
  mutating func area(_ points: Points, style: String) {
    for run in points.split(whereSeparator: { $0 == nil }) where run.count > 1 {
      let there = Self.path(Self.downsampled(Array(run)), height: height)
      let back = Self.path(
        Self.downsampled(run.reversed().compactMap { $0.map { ($0.x, 0) } }), height: height)
      curves += "<path class=\"area \(style)\" d=\"\(there)L\(back.dropFirst())z\"/>"
    }
  }

  /// The whole chart, with a cursor that a script moves.
  var svg: String {
    let whole = HTMLText.number(Self.head + height + 1)
    return "<svg class=\"plot\" height=\"\(whole)\" role=\"img\" "
      + "aria-labelledby=\"\(id)-t \(id)-d\">"
      + "<title id=\"\(id)-t\">\(HTMLText.escaped(title))</title>"
      + "<desc id=\"\(id)-d\">\(HTMLText.escaped(description))</desc>"
      + "<svg y=\"\(HTMLText.number(Self.head))\" width=\"100%\" height=\"\(HTMLText.number(height))\" "
      + "viewBox=\"0 0 \(HTMLText.number(Self.width)) \(HTMLText.number(height))\" "
      + "preserveAspectRatio=\"none\">\(curves)</svg>\(grid)"
      + "<line class=\"cursor\" x1=\"0\" x2=\"0\" y1=\"0\" y2=\"100%\"/></svg>"
  }

  private static func path(_ points: Points, height: Double) -> String {
    var text = ""
    var isDown = false
    for point in points {
      guard let point else {
        isDown = false
        continue
      }
      let x = HTMLText.number(point.x * width)
      let y = HTMLText.number((1 - min(1, max(0, point.y))) * height)
      text += (isDown ? "L" : "M") + "\(x) \(y)"
      isDown = true
    }
    return text
  }

  /// Reduces a curve to at most 600 columns, and keeps the lowest and highest point of each.
  static func downsampled(_ points: Points) -> Points {
    let most = 600
    guard points.count > 2 * most else { return points }
    let size = (points.count + most - 1) / most
    return stride(from: 0, to: points.count, by: size).flatMap { first -> Points in
      let column = points[first..<min(points.count, first + size)].compactMap { $0 }
      guard let low = column.min(by: { $0.y < $1.y }), let high = column.max(by: { $0.y < $1.y })
      else { return [nil] }
      return low.x <= high.x ? [low, high] : [high, low]
    }
  }
}
