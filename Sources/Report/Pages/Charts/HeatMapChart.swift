/// Heat maps of one stretch over a still, with the windows that the clip shows.
struct HeatMapChart {
  var heat: HeatMap
  var rank: Int

  /// Shares of the densest place above which the colour is deeper.
  static let levels = [0.15, 0.35, 0.6, 0.85]

  private static let height = 180.0
  private var width: Double { Self.height * heat.aspect }

  var html: String {
    let maps = heat.maps.enumerated().map { drawing($1, "heat-\(rank)-\($0 + 1)") }.joined()
    let remark = heat.remark.map { "<span class=\"ours\"> \(Markup.escaped($0))</span>" } ?? ""
    return "<figure class=\"heat\"><div class=\"maps\">\(maps)</div>"
      + "<figcaption>\(caption)\(remark)</figcaption></figure>"
  }

  private var caption: String {
    let people =
      heat.maps.count > 1
      ? "they" : "at least \(heat.maps.map(\.leastViewers).min() ?? 0) people"
    return "Where \(people) looked in this shot, over \(Markup.number(heat.seconds)) s; the still "
      + "and the clip's window are at \(Markup.clock(heat.time, tenths: true))."
  }

  private func drawing(_ map: HeatMap.Map, _ id: String) -> String {
    let box = "0 0 \(Markup.number(width)) \(Markup.number(Self.height))"
    let still = heat.still.map {
      "<image href=\"\(Markup.address($0))\" width=\"\(Markup.number(width))\" "
        + "height=\"\(Markup.number(Self.height))\" preserveAspectRatio=\"none\"/>"
    }
    return "<div><svg viewBox=\"\(box)\" role=\"img\" aria-labelledby=\"\(id)-t \(id)-d\">"
      + "<title id=\"\(id)-t\">Clip \(rank): where \(name(map.who)) looked</title>"
      + "<desc id=\"\(id)-d\">\(words(map))</desc>"
      + (still ?? "<rect class=\"blank\" width=\"100%\" height=\"100%\"/>")
      + contours(map) + windows + "</svg>\(label(map))</div>"
  }

  private func name(_ who: HeatMap.Map.Who) -> String {
    switch who {
    case .everyone: "people"
    case .reacting: "those who reacted"
    case .others: "those who did not"
    }
  }

  /// Two drawings say whose each is.
  private func label(_ map: HeatMap.Map) -> String {
    guard map.who != .everyone else { return "" }
    return "<p>\(map.who == .reacting ? "They reacted" : "They did not"): at least "
      + "\(map.leastViewers)</p>"
  }

  private func words(_ map: HeatMap.Map) -> String {
    guard let peak = map.values.indices.max(by: { map.values[$0] < map.values[$1] }) else {
      return ""
    }
    let rows = max(1, map.values.count / heat.columns)
    let x = (Double(peak % heat.columns) + 0.5) / Double(heat.columns)
    let y = (Double(peak / heat.columns) + 0.5) / Double(rows)
    return "The densest place is at \(Markup.percent(x)) of the picture's width and "
      + "\(Markup.percent(y)) of its height."
  }

  /// What lies above each level, one over the other.
  private func contours(_ map: HeatMap.Map) -> String {
    let contours = Contours(values: map.values, columns: heat.columns)
    return Self.levels.map {
      contours.path(above: $0, width: width, height: Self.height)
    }.filter { !$0.isEmpty }.map { "<path class=\"contour\" d=\"\($0)\"/>" }.joined()
  }

  private var windows: String {
    heat.windows.map { window in
      let place =
        "x=\"\(Markup.number(window.x * width))\" y=\"\(Markup.number(window.y * Self.height))\" "
        + "width=\"\(Markup.number(window.width * width))\" "
        + "height=\"\(Markup.number(window.height * Self.height))\""
      return "<rect class=\"frame halo\" \(place)/><rect class=\"frame\" \(place)/>"
    }.joined()
  }
}
