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
    guard let reacting = clip.reactingViewers, let viewers = clip.viewers, viewers > 1 else {
      return clip.viewers.map { "the eyes of \($0) people gathered on one thing" }
    }
    // A mean is never told as nobody or as everybody.
    let count = min(viewers - 1, max(1, Int(reacting.rounded())))
    // Of a clip that a person shortened, not more is told than it shows.
    let shown = clip.sustained.flatMap { $0 <= clip.end - clip.start ? $0 : nil }
    let seconds = shown.map { " for \(Markup.number($0.rounded())) seconds" } ?? ""
    return "\(count) of \(viewers) people at a time \(Self.verb(clip.emotion))\(seconds)"
  }

  private var picture: String? {
    clip.kept.map {
      "a new viewer would find \(Markup.percent($0.share)) of what they look at in the picture"
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

  /// The words of the figures, as the manual defines them.
  static let meanings = [
    ("react", "Share of the people whose faces react at a time, the mean over the evidence."),
    (
      "in the picture",
      "Share of a new viewer's looks that lie inside the clip's window; ± is how far two halves "
        + "of the audience lie apart."
    ),
    ("sure", "Share of audiences of the same kind that would give this moment again."),
  ]

  /// At most three.
  var figures: [Figure] {
    let points = clip.kept?.spread.map { Rounding.text($0 * 100, decimals: 0) } ?? "0"
    let spread = points == "0" ? "" : " ± \(points)"
    let values = [
      clip.reacting.map { Markup.percent($0) },
      clip.kept.map { Markup.percent($0.share).replacing(" %", with: spread + " %") },
      clip.sure.map { Markup.percent($0) },
    ]
    return zip(Self.meanings, values).compactMap { word, value in
      value.map { Figure(name: word.0, value: $0, meaning: word.1) }
    }
  }

  /// What is folded.
  var details: [(name: String, value: String)] {
    var details: [(String, String)] = []
    if let score = clip.score { details.append(("score", Rounding.text(score, decimals: 2))) }
    if let viewers = clip.viewers {
      details.append(("people", "\(viewers) with usable recordings"))
    }
    details.append(("evidence", Markup.span(clip.coreStart, clip.coreEnd)))
    details += clip.edges.map { ($0.name, $0.reason) }
    if !clip.layouts.isEmpty { details.append(("shown as", clip.layouts)) }
    return details
  }
}
