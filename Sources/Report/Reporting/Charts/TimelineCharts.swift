/// Charts of the whole video on one time axis: reactions, gaze coverage, moments, and rejections.
struct TimelineCharts {
  var page: VideoPage
  var curve: PageCurve

  var svg: String {
    ReactionChart(
      curve: curve, span: 0...max(0, page.duration), id: "curves", stretch: "the whole video",
      height: 130
    ).html + TimelineStrip(page: page).svg
  }

  /// The same figures as a table of means with at most 60 rows.
  var table: String {
    let size = max(1, (curve.bins.count + 59) / 60)
    let heads =
      ["From", "watching", "reacting"] + curve.emotions + ["gaze in one crop"]
      + (curve.counter.map { [$0] } ?? [])
    let rows = stride(from: 0, to: curve.bins.count, by: size).map { first -> String in
      let bins = curve.bins[first..<min(curve.bins.count, first + size)]
      func mean(_ value: (PageCurve.Bin) -> Double?) -> Double? {
        let known = bins.compactMap(value)
        return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
      }
      let watching = mean { $0.watching.map(Double.init) }
      let cells =
        [watching.map { HTMLText.number($0.rounded()) } ?? "–"]
        + [HTMLText.percent(mean(\.reacting))]
        + curve.emotions.indices.map { index in HTMLText.percent(mean { $0.shares?[index] }) }
        + [HTMLText.percent(mean(\.held))]
        + (curve.counter == nil ? [] : [HTMLText.percent(mean(\.counted))])
      let start = HTMLText.clock(Double(first) * curve.binSeconds, tenths: curve.binSeconds < 1)
      return "<tr><th scope=\"row\">\(start)</th>"
        + cells.map { "<td>\($0)</td>" }.joined() + "</tr>"
    }
    let seconds = HTMLText.number(Double(size) * curve.binSeconds)
    return "<table><caption>Means of \(seconds) s; – if a figure is based on fewer than "
      + "\(curve.minimumViewers) viewers</caption><thead><tr>"
      + heads.map { "<th scope=\"col\">\(HTMLText.escaped($0))</th>" }.joined()
      + "</tr></thead><tbody>\(rows.joined())</tbody></table>"
  }
}
