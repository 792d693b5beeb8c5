import EditDecisions

/// Heat maps of one segment over a still image, with the crops that the clip shows.
struct HeatMapChart {
  var heat: HeatMap
  var rank: Int

  /// Shares of the highest density at which the colour gets darker.
  static let levels = [0.15, 0.35, 0.6, 0.85]

  private static let height = 180.0
  private var width: Double { Self.height * heat.aspect }

  var html: String {
    let maps = heat.maps.enumerated().map { drawing($1, "heat-\(rank)-\($0 + 1)") }.joined()
    let remark = heat.remark.map { "<span class=\"ours\"> \(HTMLText.escaped($0))</span>" } ?? ""
    return "<figure class=\"heat\"><div class=\"maps\">\(maps)</div>"
      + "<figcaption>\(caption)\(remark)</figcaption></figure>"
  }

  private var caption: String {
    let people =
      heat.maps.count > 1 ? "they" : "viewers (\(heat.maps.map(\.leastViewers).min() ?? 0) or more)"
    return
      "\(comparison)Where \(people) looked for \(HTMLText.number(heat.seconds)) s of this shot. "
      + "The still and the outlined crop are from \(HTMLText.clock(heat.time, tenths: true))."
  }

  private var comparison: String {
    guard heat.maps.count == 2, let overlap else { return "" }
    return switch overlap {
    case 0.6...: "Both groups looked at the same place. "
    case 0.3...: "The groups looked at partly different places. "
    default: "The groups looked at different places. "
    }
  }

  /// Overlap of both maps, 0…1; `nil` if one is empty.
  private var overlap: Double? {
    let sums = heat.maps.map { $0.values.reduce(0, +) }
    guard sums.allSatisfy({ $0 > 0 }) else { return nil }
    return zip(heat.maps[0].values, heat.maps[1].values).reduce(0.0) {
      $0 + min($1.0 / sums[0], $1.1 / sums[1])
    }
  }

  private func drawing(_ map: HeatMap.Map, _ id: String) -> String {
    let box = "0 0 \(HTMLText.number(width)) \(HTMLText.number(Self.height))"
    let still = heat.still.map {
      "<image href=\"\(HTMLText.address($0))\" width=\"\(HTMLText.number(width))\" "
        + "height=\"\(HTMLText.number(Self.height))\" preserveAspectRatio=\"none\"/>"
    }
    return "<div><svg viewBox=\"\(box)\" role=\"img\" aria-labelledby=\"\(id)-t \(id)-d\">"
      + "<title id=\"\(id)-t\">Clip \(rank): where \(name(map.who)) looked</title>"
      + "<desc id=\"\(id)-d\">\(words(map))</desc>"
      + (still ?? "<rect class=\"blank\" width=\"100%\" height=\"100%\"/>")
      + contours(map) + windows + "</svg>\(label(map))</div>"
  }

  private func name(_ who: HeatMap.Map.Who) -> String {
    switch who {
    case .everyone: "viewers"
    case .reacting: "viewers who reacted"
    case .others: "viewers who did not react"
    }
  }

  private func label(_ map: HeatMap.Map) -> String {
    guard map.who != .everyone else { return "" }
    // The card has the number of viewers who reacted, as a mean over time; a count of those who
    // reacted most of the time would differ from it.
    return "<p>Viewers who \(map.who == .reacting ? "reacted" : "did not react")</p>"
  }

  private func words(_ map: HeatMap.Map) -> String {
    guard let peak = map.values.indices.max(by: { map.values[$0] < map.values[$1] }) else {
      return ""
    }
    let rows = max(1, map.values.count / heat.columns)
    let x = (Double(peak % heat.columns) + 0.5) / Double(heat.columns)
    let y = (Double(peak / heat.columns) + 0.5) / Double(rows)
    return "The densest place is at \(HTMLText.percent(x)) of the picture's width and "
      + "\(HTMLText.percent(y)) of its height."
  }

  /// The areas above each level, drawn on top of each other.
  private func contours(_ map: HeatMap.Map) -> String {
    let contours = Contours(values: map.values, columns: heat.columns)
    return Self.levels.map {
      contours.path(above: $0, width: width, height: Self.height)
    }.filter { !$0.isEmpty }.map { "<path class=\"contour\" d=\"\($0)\"/>" }.joined()
  }

  private var windows: String {
    heat.windows.map { window in
      let place =
        "x=\"\(HTMLText.number(window.x * width))\" y=\"\(HTMLText.number(window.y * Self.height))\" "
        + "width=\"\(HTMLText.number(window.width * width))\" "
        + "height=\"\(HTMLText.number(window.height * Self.height))\""
      return "<rect class=\"frame halo\" \(place)/><rect class=\"frame\" \(place)/>"
    }.joined()
  }
}
