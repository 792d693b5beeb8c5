import EditDecisions

/// What a clip's card says: one sentence, three figures, and the rest folded.
struct ClipWords {
  var clip: PageClip

  /// A figure with what it means.
  struct Figure: Hashable {
    var name: String
    var value: String
    var meaning: String
  }

  /// Why it was chosen, for somebody who knows nothing of gazecut.
  var sentence: String {
    let parts = [reaction, picture].compactMap(\.self)
    guard let first = parts.first else {
      return clip.remarks.first ?? "No figures of an audience stand behind it."
    }
    return first.prefix(1).uppercased() + first.dropFirst()
      + (parts.count > 1 ? ", and " + parts[1] : "") + "."
  }

  private var reaction: String? {
    guard let viewers = clip.viewers, viewers > 1 else { return peak }
    guard let reacting else { return "the eyes of \(viewers) people gathered on one thing" }
    // Of a clip that a person shortened, not more is told than it shows.
    let shown = clip.why.sustainedSeconds.flatMap { $0 <= clip.end - clip.start ? $0 : nil }
    let seconds = shown.map { " for \(Markup.number($0.rounded())) seconds" } ?? ""
    return "\(reacting) people at a time \(Self.verb(clip.why.emotion))\(seconds)"
  }

  /// How many react at a time, of how many: the one way in which a card tells it.
  private var reacting: String? {
    guard let share = clip.why.reactingShare, let viewers = clip.viewers, viewers > 1 else {
      return nil
    }
    // A mean is never told as nobody or as everybody.
    let count = min(viewers - 1, max(1, Int((share * Double(viewers)).rounded())))
    return "\(count) of \(viewers)"
  }

  /// What a platform counted, where nobody's faces or eyes are known.
  private var peak: String? {
    rise.map { rise, curve in
      "by \(curve.source) this part of the video stands out: on either side of it at least "
        + "\(Markup.percent(rise)) less was counted"
    }
  }

  /// By how much a curve's peak is above its sides; `nil` where it is not.
  private var rise: (Double, CurveFigures)? {
    clip.why.curve.flatMap { $0.rise > 0 ? ($0.rise, $0) : nil }
  }

  private var picture: String? {
    clip.framing.gazeKept.map {
      "a new viewer would find \(Markup.percent($0)) of what they look at in the picture"
    }
  }

  /// What people did whose faces showed an emotion.
  static func verb(_ emotion: String?) -> String {
    switch emotion {
    case "happy": "smiled or laughed"
    case "surprise": "were surprised"
    case "sad": "looked sad"
    case "angry": "looked angry"
    case "fear": "looked afraid"
    case "disgust": "looked disgusted"
    default: "reacted"
    }
  }

  /// At most three, in the words of the manual.
  var figures: [Figure] {
    let points = clip.framing.gazeKeptSpread.map { Rounding.text($0 * 100, decimals: 0) } ?? "0"
    let spread = points == "0" ? "" : " ± \(points)"
    let kept = clip.framing.gazeKept.map {
      Markup.percent($0).replacing(" %", with: spread + " %")
    }
    return [
      figure(
        "react", reacting,
        "How many of the people react at a time, by their faces; the mean over the evidence."),
      figure(
        "in the picture", kept,
        "Share of a new viewer's looks that lie inside the clip's window; ± is how far two halves "
          + "of the audience lie apart."),
      figure(
        "above its sides", rise.map { Markup.percent($0.0) },
        "Share of what is counted during the evidence that is more than on either side of it."),
      figure(
        "sure", clip.why.sure.map { Markup.percent($0) },
        "Share of audiences of the same kind that would give this moment again."),
    ].compactMap(\.self)
  }

  private func figure(_ name: String, _ value: String?, _ meaning: String) -> Figure? {
    value.map { Figure(name: name, value: $0, meaning: meaning) }
  }

  var details: [(name: String, value: String)] {
    let details = [
      ("score", clip.score.map { Rounding.text($0, decimals: 2) }),
      ("people", clip.viewers.map { "\($0) with usable recordings" }),
      ("evidence", Markup.span(clip.coreStart, clip.coreEnd)),
      ("begins with", clip.why.startReason), ("ends with", clip.why.endReason),
      ("is short", clip.why.shortened), ("shown as", layouts),
    ]
    return details.compactMap { name, value in value.map { (name, $0) } }
  }

  /// How it is framed; `nil` without shots.
  private var layouts: String? {
    let names = clip.framing.shots.map { shot -> String in
      let windows = shot.layout.windows
      guard let first = windows.first else {
        return "\(shot.part == nil ? "the whole" : "a wide part of the") picture over its blur"
      }
      guard windows.count == 1 else { return "two windows, one above the other" }
      return Set(first.map(\.x)).count > 1 ? "a moving window" : "a window at rest"
    }
    var told: [String] = []
    for name in names where !told.contains(name) { told.append(name) }
    return told.isEmpty ? nil : told.joined(separator: ", ")
  }
}
