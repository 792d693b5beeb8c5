/// A chart of the reaction rate and the gaze coverage of one vertical crop over a segment.
struct ReactionChart {
  var curve: PageCurve
  /// The play times of the chart's start and end, in seconds.
  var span: ClosedRange<Double>
  /// Prefix of the IDs of its elements.
  var id: String
  /// Name of the segment.
  var stretch: String
  /// Height in pixels.
  var height: Double

  var html: String {
    let (reacting, held, counted) = (points(\.reacting), points(\.held), points(\.counted))
    let counter = curve.counter ?? ""
    var plot = LinePlot(
      id: id, title: "Viewers who react, and who look at the same place, over \(stretch)",
      description: words(reacting, "Most react at", or: "Too few faces to show a reaction.")
        + " " + words(held, "Most look at the same place at", or: "Too little gaze is known.")
        + (counter.isEmpty ? "" : " " + words(counted, "Most is counted at", or: "")),
      height: height)
    plot.area(reacting, style: "react")
    plot.line(reacting, style: "react")
    plot.line(held, style: "held")
    plot.line(counted, style: "counted")
    let keys = [
      (reacting, "react", "reacting"), (held, "held", "looking at the same place"),
      (counted, "counted", HTMLText.escaped(counter)),
    ].compactMap { line, style, name in
      peak(line).map { _ in "<b class=\"key \(style)\">\(name)</b>" }
    }
    let isRounded = curve.minimumViewers > 1 && peak(reacting) ?? peak(held) != nil
    let note = isRounded ? " <span class=\"ours soft\">rounded to protect viewers</span>" : ""
    return "<figure class=\"panel\"><figcaption>\(keys.joined(separator: " "))\(note)"
      + "</figcaption>\(plot.svg)</figure>"
  }

  private var length: Double { max(span.upperBound - span.lowerBound, .leastNormalMagnitude) }

  /// The values of the time bins with their middle in the segment.
  private func points(_ value: (PageCurve.Bin) -> Double?) -> LinePlot.Points {
    curve.bins.enumerated().compactMap { index, bin in
      let time = (Double(index) + 0.5) * curve.binSeconds
      guard span.contains(time) else { return nil }
      return .some(value(bin).map { ((time - span.lowerBound) / length, $0) })
    }
  }

  private func peak(_ points: LinePlot.Points) -> (x: Double, y: Double)? {
    points.compactMap { $0 }.max { $0.y < $1.y }
  }

  private func words(_ line: LinePlot.Points, _ most: String, or none: String) -> String {
    guard let peak = peak(line) else { return none }
    let time = HTMLText.clock(span.lowerBound + peak.x * length)
    return "\(most) \(time): \(HTMLText.percent(peak.y))."
  }
}
