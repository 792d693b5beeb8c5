import EditDecisions
import Foundation

extension VideoPage {
  /// The page as HTML: the same values give the same bytes.
  ///
  /// - Parameter leastViewers: fewest viewers of whom figures are told.
  /// - Returns: the page.
  /// - Throws: `ReportError` and errors of the templates, which would be a bug.
  package func html(leastViewers: Int) throws -> String {
    let library = try Templates.library()
    let body = try library.filled("video", values)
    return try PageShell(
      title: "\(id) · gazecut", stamp: stamp, body: body, data: PageData(page: self).json,
      script: Script.video, leastViewers: leastViewers
    ).html(library)
  }

  private var values: [String: Any] {
    let charts = curve.map { TimelineCharts(page: self, curve: $0) }
    var values: [String: Any] = [
      "id": id, "source": source, "length": Markup.clock(duration, tenths: true),
      "seconds": Markup.number(duration), "kind": standing.kind.rawValue,
      "sign": standing.kind.sign, "standing": standing.words, "audience": audience,
      "remarks": remarks, "news": news, "hasNews": !news.isEmpty, "summary": summary,
      "clips": clips.map { $0.values(longest: longest) }, "hasRefusals": !refusals.isEmpty,
      "refusals": zip(listedRefusals, PageRefusal.letters).map { $0.values($1) },
      "hasImports": !imports.formats.isEmpty, "formats": imports.formats.map(\.values),
      "hasOddities": !imports.oddities.isEmpty, "oddities": imports.oddities,
      "commands": commands.enumerated().map { index, command in
        ["id": "command-\(index + 1)", "purpose": command.purpose, "text": command.text]
      },
      "withheld": withheld,
    ]
    if !standing.detail.isEmpty { values["detail"] = standing.detail }
    if let reel { values["reel"] = Markup.address(reel) }
    if let charts { values["curve"] = ["charts": charts.svg, "table": charts.table] }
    return values
  }

  private var longest: Double { clips.map { $0.end - $0.start }.max() ?? 0 }

  /// Why there are no charts.
  private var withheld: String { audience.first ?? "nobody watched" }

  /// Which is best, in a sentence.
  private var summary: String {
    guard let best = clips.first else { return "There is none." }
    let count = clips.count == 1 ? "One clip" : "\(clips.count) clips, best first"
    guard let score = best.score else { return "\(count)." }
    let margin = clips.dropFirst().first?.score.map { next in
      score - next < 0.05
        ? " The next is as good within .05: which is better is for a person to say." : ""
    }
    return "\(count). The best is \(Markup.span(best.start, best.end)) with a score of "
      + "\(Rounding.text(score, decimals: 2)) of 1.\(margin ?? "")"
  }
}

extension PageClip {
  fileprivate func values(longest: Double) -> [String: Any] {
    let charts = ClipCharts(clip: self, longest: longest)
    var values: [String: Any] = [
      "rank": "\(rank)", "span": Markup.span(start, end),
      "seconds": Rounding.text(end - start, decimals: 1),
      "lines": remarks, "hasShapes": !shapes.isEmpty,
      "shapes": shapes.map { ["name": $0.name, "file": Markup.address($0.file)] },
      "figures": figures.map { ["name": $0.0, "value": $0.1] }, "charts": charts.html,
      "heat": heat.map { HeatMapChart(heat: $0, rank: rank).html } ?? "",
    ]
    if let score { values["score"] = Rounding.text(score, decimals: 2) }
    if !charts.table.isEmpty { values["table"] = charts.table }
    if let file { values["file"] = Markup.address(file) }
    if let poster { values["poster"] = Markup.address(poster) }
    return values
  }

  private var figures: [(String, String)] {
    var figures: [(String, String)] = []
    if let reacting { figures.append(("reaction", reacting)) }
    if let sustained { figures.append(("held for", Rounding.text(sustained, decimals: 1) + " s")) }
    if let held {
      let text = "\(Markup.percent(held)) of a new viewer's by a window of a short's shape"
      figures.append(("looks held", text))
    }
    if let viewers { figures.append(("rests on", "\(viewers) viewers")) }
    if let sure { figures.append(("sure", sure)) }
    if let kept {
      let spread = kept.spread.map { " ± \(Rounding.text($0 * 100, decimals: 0))" } ?? ""
      let text = "\(Markup.percent(kept.share))\(spread) of a new viewer's gaze stays in the window"
      figures.append(("framing", text + (layouts.isEmpty ? "" : "; \(layouts)")))
    } else if !layouts.isEmpty {
      figures.append(("framing", layouts))
    }
    figures.append(("evidence", Markup.span(coreStart, coreEnd)))
    return figures + edges.map { ($0.name, $0.reason) }
  }
}

extension PageRefusal {
  fileprivate func values(_ letter: String) -> [String: Any] {
    var values: [String: Any] = [
      "letter": letter, "span": Markup.span(start, end), "reason": reason, "changes": changes,
      "hasChanges": !changes.isEmpty,
    ]
    if let score { values["score"] = Rounding.text(score, decimals: 2) }
    return values
  }
}

extension PageImports.Format {
  fileprivate var values: [String: Any] {
    [
      "name": name, "sessions": "\(sessions)", "samples": "\(samples)",
      "skipped": skipped.isEmpty ? "–" : skipped.joined(separator: ", "), "last": last,
    ]
  }
}
