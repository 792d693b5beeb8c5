import Foundation

/// The whole video on one axis of time: who reacts, what a frame would hold, what was chosen and
/// what was refused.
struct TimelineCharts {
  var page: VideoPage
  var curve: PageCurve

  private var time: Scale { Scale(end: page.duration) }

  /// Both curves over the strip of moments, refusals and cuts, and the axis.
  var svg: String { curves + TimelineStrip(page).svg }

  private func points(_ value: (PageCurve.Bin) -> Double?) -> Plot.Points {
    curve.bins.enumerated().map { index, bin in
      value(bin).map { (time.place((Double(index) + 0.5) * curve.binSeconds), $0) }
    }
  }

  /// The greatest of a curve's points.
  private func peak(_ points: Plot.Points) -> (x: Double, y: Double)? {
    points.compactMap { $0 }.max { $0.y < $1.y }
  }

  private var curves: String {
    let (reacting, held) = (points(\.reacting), points(\.held))
    var plot = Plot(
      id: "curves", title: "Who reacts, and what a frame holds, over the whole video",
      description: words(reacting, "Most react at", or: "Nobody reacts, as far as may be told.")
        + " " + words(held, "Most is held at", or: "Too little gaze to say what is held."),
      height: 130)
    plot.grid(0, "0 %")
    plot.grid(0.5, "50 %")
    plot.grid(1, "100 %")
    plot.area(reacting, style: "react")
    plot.line(reacting, style: "react")
    plot.line(held, style: "held")
    for (line, name) in [(reacting, "react"), (held, "held")] {
      guard let peak = peak(line), peak.y > 0 else { continue }
      plot.label("\(name) \(Markup.percent(peak.y))", x: peak.x, y: peak.y, style: name)
    }
    return "<figure class=\"panel\"><figcaption><b class=\"key react\">react</b> share of the "
      + "people who react at a time <b class=\"key held\">held</b> share of the looks that an "
      + "upright frame would hold</figcaption>\(plot.svg)</figure>"
  }

  private func words(_ line: Plot.Points, _ most: String, or none: String) -> String {
    guard let peak = peak(line), peak.y > 0 else { return none }
    return "\(most) \(Markup.clock(peak.x * page.duration)): \(Markup.percent(peak.y))."
  }

  /// The same figures as a table: means of at most sixty rows.
  var table: String {
    let size = max(1, (curve.bins.count + 59) / 60)
    let heads = ["from", "watching", "react"] + curve.emotions + ["looks held"]
    let rows = stride(from: 0, to: curve.bins.count, by: size).map { first -> String in
      let bins = curve.bins[first..<min(curve.bins.count, first + size)]
      func mean(_ value: (PageCurve.Bin) -> Double?) -> Double? {
        let known = bins.compactMap(value)
        return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
      }
      let watching = mean { $0.watching.map(Double.init) }
      let cells =
        [watching.map { Markup.number($0.rounded()) } ?? "–"]
        + [Markup.percent(mean(\.reacting))]
        + curve.emotions.indices.map { index in Markup.percent(mean { $0.shares?[index] }) }
        + [Markup.percent(mean(\.held))]
      let start = Markup.clock(Double(first) * curve.binSeconds, tenths: curve.binSeconds < 1)
      return "<tr><th scope=\"row\">\(start)</th>"
        + cells.map { "<td>\($0)</td>" }.joined() + "</tr>"
    }
    let seconds = Markup.number(Double(size) * curve.binSeconds)
    return "<table><caption>Means of \(seconds) s; – where fewer than \(curve.minimumViewers) "
      + "stand behind a figure</caption><thead><tr>"
      + heads.map { "<th scope=\"col\">\(Markup.escaped($0))</th>" }.joined()
      + "</tr></thead><tbody>\(rows.joined())</tbody></table>"
  }
}

/// Where values stand on an axis.
struct Scale: Hashable {
  /// What stands at the axis's end; it begins at 0.
  var end: Double

  /// An axis that ends at a value as it is.
  init(end: Double) { self.end = max(end, .leastNormalMagnitude) }

  /// The place of a value, 0…1; what lies outside stands at the nearer end.
  func place(_ value: Double) -> Double { min(1, max(0, value / end)) }

  /// Round times at which an axis of `end` seconds is marked, 0 included, at most `most`.
  func times(atMost most: Int) -> [Double] {
    let steps = [1.0, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200]
    let step = steps.first { end / $0 < Double(most) } ?? (end / Double(most - 1))
    return Array(stride(from: 0, to: end, by: step))
  }
}
