/// The charts of one clip: where its window goes, how much of the gaze it keeps, and where people
/// looked.
///
/// Every clip of a page has the same scales: shares from 0 to 100 %, and as many seconds across as
/// the longest clip lasts.
struct ClipCharts {
  var clip: PageClip
  /// Seconds of the longest clip.
  var longest: Double

  private var time: Scale { Scale(end: longest) }

  /// The charts beside each other; empty where nothing is known.
  var html: String {
    guard !clip.path.isEmpty else { return "" }
    return "<div class=\"charts\">" + window + kept + "</div>"
  }

  private func across(_ sample: PageClip.WindowSample) -> Double {
    time.place(sample.time - clip.start)
  }

  private var window: String {
    var plot = Plot(
      id: "window-\(clip.rank)", title: "Clip \(clip.rank): where the window goes",
      description: "The window's left and right edge over the clip's seconds, from the left of the "
        + "picture (0 %) to its right (100 %); dashed: the middle of the gaze.")
    plot.grid(0, "left")
    plot.grid(1, "right")
    for pane in 0..<2 {
      plot.band(
        clip.path.map { sample in
          guard sample.panes.indices.contains(pane) else { return nil }
          let edges = sample.panes[pane]
          return (across(sample), edges.lowerBound, edges.upperBound)
        }, style: "window")
    }
    let gaze = clip.path.map { sample in sample.gaze.map { (x: across(sample), y: $0) } }
    plot.line(gaze, style: "gaze")
    if let middle = gaze.compactMap({ $0 }).dropFirst(gaze.count / 2).first {
      plot.label("gaze", x: middle.x, y: middle.y, style: "gaze")
    }
    return figure(plot, "Window", "across the picture, over the clip's seconds")
  }

  private var kept: String {
    let shares = clip.path.map { sample in sample.kept.map { (x: across(sample), y: $0) } }
    guard shares.contains(where: { $0 != nil }) else { return "" }
    var plot = Plot(
      id: "kept-\(clip.rank)", title: "Clip \(clip.rank): how much of the gaze the window keeps",
      description: "Share of the gaze inside the window over the clip's seconds; a gap where too "
        + "few looked.")
    plot.grid(0, "0 %")
    plot.grid(1, "100 %")
    plot.line(shares, style: "held")
    if let least = shares.compactMap({ $0 }).min(by: { $0.y < $1.y }) {
      plot.label("least \(Markup.percent(least.y))", x: least.x, y: least.y, style: "held")
    }
    return figure(plot, "Gaze kept", "share of the gaze inside the window")
  }

  private func figure(_ plot: Plot, _ name: String, _ unit: String) -> String {
    let ticks = time.times(atMost: 5).map { mark in
      let x = Markup.number(time.place(mark) * 100)
      return "<text class=\"tick\" x=\"\(x)%\" y=\"12\" text-anchor=\""
        + "\(mark == 0 ? "start" : "middle")\">\(Markup.number(mark)) s</text>"
    }
    return "<figure class=\"panel\"><figcaption><b>\(name)</b> <span>\(unit)</span></figcaption>"
      + plot.svg + "<svg class=\"plot axis\" height=\"16\" aria-hidden=\"true\">"
      + ticks.joined() + "</svg></figure>"
  }

  /// The same figures as a table, a row every two seconds.
  var table: String {
    guard !clip.path.isEmpty else { return "" }
    let step = max(1, min(4, clip.path.count / 4))
    let rows = stride(from: 0, to: clip.path.count, by: step).map { index -> String in
      let sample = clip.path[index]
      let panes = sample.panes.map {
        "\(Markup.percent($0.lowerBound)) to \(Markup.percent($0.upperBound))"
      }
      let window = panes.isEmpty ? "whole picture" : panes.joined(separator: ", ")
      let time = Markup.clock(sample.time, tenths: true)
      return "<tr><th scope=\"row\">\(time)</th><td>\(window)</td>"
        + "<td>\(Markup.percent(sample.gaze))</td><td>\(Markup.percent(sample.kept))</td></tr>"
    }
    return "<table><caption>The window of clip \(clip.rank)</caption><thead><tr>"
      + ["play time", "window, across", "middle of the gaze", "gaze kept"]
      .map { "<th scope=\"col\">\($0)</th>" }.joined()
      + "</tr></thead><tbody>\(rows.joined())</tbody></table>"
  }
}
