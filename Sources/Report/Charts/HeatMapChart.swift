/// A heat map over a still, with the windows that the clip shows.
struct HeatMapChart {
  var heat: HeatMap
  var rank: Int

  /// Shares of the densest place above which the colour is deeper.
  static let levels = [0.15, 0.35, 0.6, 0.85]

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
      + contours(width) + windows(width) + "</svg><figcaption>\(caption)</figcaption></figure>"
  }

  private var caption: String {
    "Where at least \(heat.leastViewers) people looked in this shot, over \(heat.bins) half "
      + "seconds; still and outline: \(Markup.clock(heat.time, tenths: true)), what the clip shows."
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

  /// What lies above each level, one over the other.
  private func contours(_ width: Double) -> String {
    let contours = Contours(values: heat.values, columns: heat.columns)
    return Self.levels.map {
      contours.path(above: $0, width: width, height: Self.height)
    }.filter { !$0.isEmpty }.map { "<path class=\"contour\" d=\"\($0)\"/>" }.joined()
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
