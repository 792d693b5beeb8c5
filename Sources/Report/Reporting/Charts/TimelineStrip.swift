import EditDecisions

/// Cuts, moments and rejections over the whole video, and the time axis below all charts.
struct TimelineStrip {
  let page: VideoPage
  private var time: AxisScale { AxisScale(end: page.duration) }

  /// The strip and the axis; a sentence replaces the strip if there are no moments or rejections.
  var svg: String {
    guard !page.clips.isEmpty || !page.listedRefusals.isEmpty else {
      return "<p>No moment was chosen, and no segment was close.</p>" + axis
    }
    return "<svg class=\"plot strip\" height=\"64\" role=\"group\" "
      + "aria-label=\"Chosen and rejected moments over time\">" + cuts + moments + refusals
      + "<line class=\"cursor\" x1=\"0\" x2=\"0\" y1=\"0\" y2=\"100%\"/></svg>" + axis
  }

  private var cuts: String {
    page.cuts.map { cut in
      let x = percent(cut)
      return "<line class=\"cut\" x1=\"\(x)\" x2=\"\(x)\" y1=\"0\" y2=\"6\"/>"
    }.joined()
  }

  /// Maximum width of a number on a narrow screen, as a share of the strip.
  private static let label = 0.08

  /// The CSS classes of labels; on a narrow screen a label that would overlap an earlier one is
  /// hidden.
  private func styles(_ style: String, _ middles: [Double]) -> [String] {
    var shown: [Double] = []
    return middles.map(time.place).map { place in
      guard shown.allSatisfy({ abs($0 - place) >= Self.label }) else { return style + " odd" }
      shown.append(place)
      return style
    }
  }

  private var moments: String {
    let middles = page.clips.map { ($0.start + $0.end) / 2 }
    return zip(page.clips, styles("mark", middles)).map { clip, style in
      let name = "Clip \(clip.rank), \(HTMLText.span(clip.start, clip.end))"
      return "<a href=\"#clip-\(clip.rank)\" aria-label=\"\(name)\"><title>\(name)</title>"
        + bar(clip.start, clip.end, y: 8, height: 26, style: "moment")
        + bar(clip.coreStart, clip.coreEnd, y: 8, height: 26, style: "core")
        + text("\(clip.rank)", (clip.start + clip.end) / 2, y: 26, style: style) + "</a>"
    }.joined()
  }

  private var refusals: String {
    let listed = page.listedRefusals
    let styles = styles("letter", listed.map { ($0.start + $0.end) / 2 })
    return zip(zip(listed, styles), PageRejectedSegment.letters).map { item, letter in
      let (refusal, style) = item
      let name = "Rejected \(letter), \(HTMLText.span(refusal.start, refusal.end))"
      return "<a href=\"#refusal-\(letter)\" aria-label=\"\(name)\"><title>\(name)</title>"
        + bar(refusal.start, refusal.end, y: 38, height: 24, style: "refused")
        + text(letter, (refusal.start + refusal.end) / 2, y: 55, style: style) + "</a>"
    }.joined()
  }

  private var axis: String {
    let marks = time.times(atMost: 8)
    let texts = marks.enumerated().map { index, mark in
      // On a narrow screen every second label is hidden.
      let style = index.isMultiple(of: 2) ? "tick" : "tick odd"
      let place = time.place(mark)
      let anchor = place == 0 ? "start" : place > 0.97 ? "end" : "middle"
      let x = percent(mark)
      return "<line class=\"grid\" x1=\"\(x)\" x2=\"\(x)\" y1=\"0\" y2=\"5\"/>"
        + "<text class=\"\(style)\" x=\"\(x)\" y=\"17\" text-anchor=\"\(anchor)\">"
        + "\(HTMLText.clock(mark))</text>"
    }
    return "<svg class=\"plot axis\" height=\"20\" aria-hidden=\"true\">\(texts.joined())</svg>"
  }

  private func bar(_ start: Double, _ end: Double, y: Int, height: Int, style: String) -> String {
    let width = HTMLText.number((time.place(end) - time.place(start)) * 100)
    return "<rect class=\"\(style)\" x=\"\(percent(start))\" y=\"\(y)\" width=\"\(width)%\" "
      + "height=\"\(height)\"/>"
  }

  private func text(_ text: String, _ place: Double, y: Int, style: String) -> String {
    "<text class=\"\(style)\" x=\"\(percent(place))\" y=\"\(y)\" text-anchor=\"middle\">"
      + "\(text)</text>"
  }

  private func percent(_ seconds: Double) -> String {
    HTMLText.number(time.place(seconds) * 100) + "%"
  }
}

extension PageRejectedSegment {
  static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { String($0) }
}

extension VideoPage {
  /// The nearest rejections, at most one per letter.
  var listedRefusals: [PageRejectedSegment] {
    Array(refusals.filter(\.isListed).prefix(PageRejectedSegment.letters.count))
  }
}
