import Deciding
import EditDecisions
import Support

extension VideoPage {
  func html() throws -> String {
    try PageTemplate(
      title: "\(title ?? id) · gazecut", stamp: stamp, data: PageScriptData(page: self).json,
      style: PageAssets.videoStyle, script: PageAssets.videoScript, leastViewers: leastViewers
    ).html(around: "video", values)
  }

  private var values: [String: Any] {
    let charts = curve.map { TimelineCharts(page: self, curve: $0) }
    var values: [String: Any] = [
      "id": id, "name": title ?? id, "isNamed": title != nil, "source": source,
      "length": HTMLText.clock(duration), "facts": facts, "seconds": HTMLText.number(duration),
      "kind": standing.kind.rawValue, "sign": standing.kind.sign, "standing": standing.words,
      "audience": audience, "remarks": remarks, "news": recentChanges,
      "clips": clips.map { $0.values(curve, titled: title) }, "hasClips": !clips.isEmpty,
      "hasRefusals": !refusals.isEmpty, "hasThings": !objects.isEmpty,
      "refusals": zip(listedRefusals, PageRejectedSegment.letters).map { $0.values($1) },
      "words": words.map(\.values), "oddities": oddities,
      "commands": commands.enumerated().map { index, command in
        ["id": "command-\(index + 1)", "purpose": command.purpose, "text": command.text]
      },
      "withheld": audience.first ?? "the video is not readable now.",
    ]
    if !standing.detail.isEmpty { values["detail"] = standing.detail }
    if !objects.isEmpty {
      values["things"] = objects.prefix(Self.maximumListedObjects).map(\.values)
    }
    if let leaving = ViewerRetentionChart(curve: curve, retention, duration: duration) {
      values["leaving"] = leaving.html
    }
    if let method { values["method"] = method }
    if let reel { values["reel"] = HTMLText.address(reel) }
    if let sourcePath { values["film"] = HTMLText.address(sourcePath) }
    if let charts { values["curve"] = ["charts": charts.svg, "table": charts.table] }
    if let curve, curve.minimumViewers > 1 { values["coarse"] = "\(curve.minimumViewers)" }
    if clipEditor != nil, !(clips.isEmpty && listedRefusals.isEmpty) {
      values["desk"] = [String: Any]()
    }
    return values
  }

  /// Maximum number of rows in the table of objects.
  private static let maximumListedObjects = 12

  private var facts: [String] { [day, viewers.map { $0.counted("viewer") }].compactMap(\.self) }

  private var words: [ClipCardText.Figure] {
    var words: [ClipCardText.Figure] = []
    for figure in clips.flatMap({ ClipCardText(clip: $0).figures })
    where !words.contains(where: { $0.name == figure.name }) { words.append(figure) }
    return words
  }
}

extension ClipCardText.Figure {
  fileprivate var values: [String: Any] {
    ["name": name, "value": value, "meaning": meaning, "isOurs": isHiddenFromClients]
  }
}

extension PageClip {
  fileprivate func values(_ curve: PageCurve?, titled all: String?) -> [String: Any] {
    let words = ClipCardText(clip: self)
    let sentence = words.sentence
    var values: [String: Any] = [
      "rank": "\(self.rank)", "span": HTMLText.span(self.start, self.end),
      "seconds": Rounding.text(self.end - self.start, decimals: 1), "sentence": sentence,
      "figures": words.figures.enumerated().map { index, figure in
        figure.values.merging(["id": "means-\(self.rank)-\(index + 1)"]) { $1 }
      },
      "published": published.map(\.values), "changes": changes.map { $0.removal.values($0.words) },
      "lines": remarks.filter { $0 != sentence },
      "shapes": shapes.map { ["name": $0.name, "file": HTMLText.address($0.file)] },
      "details": words.details.map { ["name": $0.name, "value": $0.value] },
      "heat": heat.map { HeatMapChart(heat: $0, rank: self.rank).html } ?? "",
    ]
    if let curve, viewers != nil || self.why.curve != nil {
      values["curve"] =
        ReactionChart(
          curve: curve, span: self.start...max(self.start, self.end), id: "curve-\(self.rank)",
          stretch: "this clip", height: 72
        ).html
    }
    if let compared { values["compared"] = compared }
    if let line = self.framing.line ?? all { values["title"] = line }
    if !captionText.isEmpty { values["said"] = captionText }
    if let file { values["file"] = HTMLText.address(file) }
    if let poster { values["poster"] = HTMLText.address(poster) }
    return values
  }
}

extension OverrideRemoval {
  /// The values of a change by the user, which this takes back.
  fileprivate func values(_ words: String) -> [String: Any] {
    switch self {
    case .command(let text): ["words": words, "undo": text]
    case .setting(let wish): ["words": words, "setting": wish]
    }
  }
}

extension PageClip.Publication {
  /// An address becomes a link if it starts with `http://` or `https://`.
  fileprivate var values: [String: Any] {
    let words = "Published \(day)" + (place.isEmpty ? "" : ":")
    let rest = clip.map { " (as \($0), which shows most of these seconds)" } ?? ""
    let isLink = place.hasPrefix("https://") || place.hasPrefix("http://")
    return isLink
      ? ["words": words, "link": place, "rest": rest]
      : ["words": place.isEmpty ? words : "\(words) \(place)", "rest": rest]
  }
}

extension PublishedObjectGaze {
  fileprivate var values: [String: Any] {
    func seconds(_ value: Double?) -> String {
      value.map { Rounding.text($0, decimals: 1) + " s" } ?? "–"
    }
    return [
      "name": name, "visible": seconds(visible), "gaze": HTMLText.percent(gazeShare),
      "lookers": HTMLText.percent(viewersWhoLooked), "first": seconds(firstLook),
      "dwell": seconds(dwell), "reacting": HTMLText.percent(reacting),
    ]
  }
}

extension PageRejectedSegment {
  /// The row of a rejection; if it is the user's own, with the way back in place of *Use anyway*.
  fileprivate func values(_ letter: String) -> [String: Any] {
    let commands = undo.enumerated().compactMap { index, removal -> [String: String]? in
      guard case .command(let text) = removal else { return nil }
      return ["purpose": "Undo my rejection", "id": "undo-\(letter)-\(index + 1)", "text": text]
    }
    let settings = undo.compactMap { removal -> String? in
      guard case .setting(let wish) = removal else { return nil }
      return "You rejected these seconds in gazecut.yaml. To undo this, remove '\(wish)' there."
    }
    return [
      "letter": letter, "span": HTMLText.span(start, end), "sentence": sentence,
      "usable": undo.isEmpty, "undo": commands, "settings": settings,
    ]
  }
}
