/// A heat map over a still, with the windows that the clip shows.
struct HeatMapChart {
  var heat: HeatMap
  var rank: Int

  /// Steps of the colour; what lies below the first is not drawn.
  static let steps = 8

  private static let height = 180.0

  /// The figure.
  var html: String {
    let width = Self.height * heat.aspect
    let box = "0 0 \(Markup.number(width)) \(Markup.number(Self.height))"
    let still = heat.still.map {
      "<image href=\"\(Markup.address($0))\" width=\"\(Markup.number(width))\" "
        + "height=\"\(Markup.number(Self.height))\" preserveAspectRatio=\"none\"/>"
    }
    return "<figure class=\"heat\"><svg viewBox=\"\(box)\" role=\"img\" "
      + "aria-labelledby=\"heat-\(rank)-t heat-\(rank)-d\"><title id=\"heat-\(rank)-t\">"
      + "Clip \(rank): where people looked</title><desc id=\"heat-\(rank)-d\">\(words)</desc>"
      + (still ?? "<rect class=\"blank\" width=\"100%\" height=\"100%\"/>")
      + cells(width) + windows(width) + "</svg><figcaption>\(caption)</figcaption></figure>"
  }

  private var caption: String {
    "Where people looked: gaze added up over the core's \(heat.bins) half seconds, each of at least "
      + "\(heat.leastViewers) viewers; the deeper the more; what is under an eighth of the "
      + "densest place is left out. "
      + (heat.windows.isEmpty ? "" : "Outlined: what the clip shows at ")
      + (heat.windows.isEmpty ? "" : "\(Markup.clock(heat.time, tenths: true)).")
  }

  private var words: String {
    guard let peak = heat.values.indices.max(by: { heat.values[$0] < heat.values[$1] }) else {
      return ""
    }
    let rows = max(1, heat.values.count / heat.columns)
    let x = (Double(peak % heat.columns) + 0.5) / Double(heat.columns)
    let y = (Double(peak / heat.columns) + 0.5) / Double(rows)
    return "The densest place is at \(Markup.percent(x)) of the picture's width and "
      + "\(Markup.percent(y)) of its height."
  }

  /// One path a step, each cell a square of it.
  private func cells(_ width: Double) -> String {
    let rows = max(1, heat.values.count / heat.columns)
    let across = width / Double(heat.columns)
    let down = Self.height / Double(rows)
    var paths = [String](repeating: "", count: Self.steps)
    for row in 0..<rows {
      var column = 0
      while column < heat.columns {
        let step = step(row, column)
        var end = column + 1
        while end < heat.columns, self.step(row, end) == step { end += 1 }
        if step > 0 {
          let wide = Markup.number(Double(end - column) * across)
          paths[step] +=
            "M\(Markup.number(Double(column) * across)) "
            + "\(Markup.number(Double(row) * down))h\(wide)v\(Markup.number(down))h-\(wide)z"
        }
        column = end
      }
    }
    return paths.enumerated().filter { !$0.element.isEmpty }.map {
      "<path class=\"cell s\($0.offset)\" d=\"\($0.element)\"/>"
    }.joined()
  }

  private func step(_ row: Int, _ column: Int) -> Int {
    let index = row * heat.columns + column
    guard heat.values.indices.contains(index) else { return 0 }
    return min(Self.steps - 1, Int(heat.values[index] * Double(Self.steps)))
  }

  private func windows(_ width: Double) -> String {
    heat.windows.map { window in
      let place =
        "x=\"\(Markup.number(window.x * width))\" y=\"\(Markup.number(window.y * Self.height))\" "
        + "width=\"\(Markup.number(window.width * width))\" "
        + "height=\"\(Markup.number(window.height * Self.height))\""
      return "<rect class=\"frame halo\" \(place)/><rect class=\"frame\" \(place)/>"
    }.joined()
  }
}
