import EditDecisions
import Support

/// The text of a clip's card: one sentence, three figures, and the rest in a collapsed section.
struct ClipCardText {
  var clip: PageClip

  struct Figure: Hashable {
    var name: String
    var value: String
    var meaning: String
    /// Whether the client view leaves it out.
    var isHiddenFromClients = false
  }

  /// The reason for the clip, for readers who do not know gazecut.
  var sentence: String {
    let parts = [reaction, crop].compactMap(\.self)
    guard !parts.isEmpty else { return clip.remarks.first ?? "It has no figures of an audience." }
    return parts.joined(separator: " ")
  }

  /// The viewers' reaction as a sentence.
  ///
  /// For example: For 11 s, almost half of the viewers (12 of 26) smiled or laughed.
  private var reaction: String? {
    guard let viewers = clip.viewers, viewers > 1 else { return peak }
    guard clip.why.reactingShare != nil else {
      return "\(viewers) viewers looked at the same thing."
    }
    guard let reacting else { return "Hardly any viewers reacted." }
    // If the user shortened the clip, do not report more seconds than it shows. Without a sustained
    // reaction, for example in a rejected moment that is used anyway, report none.
    let shown = clip.why.sustainedSeconds.flatMap {
      $0.rounded() >= 1 && $0 <= clip.end - clip.start ? $0 : nil
    }
    let who = "\(Self.part(reacting, of: viewers)) of the viewers (\(reacting) of \(viewers)) "
    let said = who + Self.verb(clip.why.emotion) + "."
    return shown.map { "For \(HTMLText.number($0.rounded())) s, \(said)" }
      ?? said.prefix(1).uppercased() + said.dropFirst()
  }

  /// Maximum reaction rate of hardly any viewers.
  private static let hardlyAny = 0.15

  /// Number of viewers who react at the same time, as shown everywhere on the card.
  ///
  /// It is `nil` for a low rate of fewer viewers than the minimum group size.
  private var reacting: Int? {
    guard let share = clip.why.reactingShare, let viewers = clip.viewers, viewers > 1 else {
      return nil
    }
    // Never show a mean as nobody or as everybody.
    let count = min(viewers - 1, max(1, Int((share * Double(viewers)).rounded())))
    return count < clip.leastViewers && share < Self.hardlyAny ? nil : count
  }

  /// A share in words: the nearest simple fraction, for example `almost half`.
  static func part(_ count: Int, of all: Int) -> String {
    let share = Double(count) / Double(all)
    if share >= 0.88 { return "almost all" }
    let fractions = [
      (0.1, "a tenth"), (0.2, "a fifth"), (0.25, "a quarter"), (1.0 / 3, "a third"), (0.5, "half"),
      (2.0 / 3, "two thirds"), (0.75, "three quarters"),
    ]
    guard let near = fractions.min(by: { abs($0.0 - share) < abs($1.0 - share) }) else { return "" }
    let away = share - near.0
    return (abs(away) <= 0.02 ? "about " : away < 0 ? "almost " : "more than ") + near.1
  }

  private var peak: String? {
    rise.map { rise, curve in
      "By \(curve.source) this part of the video is a peak: on either side at least "
        + "\(HTMLText.percent(rise)) less was counted."
    }
  }

  /// How much a curve's peak exceeds both sides; `nil` if it does not.
  private var rise: (Double, EngagementCurveFigures)? {
    clip.why.curve.flatMap { $0.rise > 0 ? ($0.rise, $0) : nil }
  }

  private var crop: String? {
    clip.framing.gazeKept.map { "The crop shows \(HTMLText.percent($0)) of what people look at." }
  }

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

  /// At most three figures, named as in the manual.
  var figures: [Figure] {
    [
      figure(
        "reacting", reacting.flatMap { count in clip.viewers.map { "\(count) of \($0)" } },
        "How many viewers react at the same time, by their faces: the mean over the reaction."),
      figure(
        "of gaze inside the crop", clip.framing.gazeKept.map { HTMLText.percent($0) },
        "Share of a new viewer's gaze that the clip shows."),
      figure(
        "above its sides", rise.map { HTMLText.percent($0.0) },
        "Share of what is counted during the peak that is more than on either side of it."),
      figure(
        "repeatable", clip.why.sure.map { HTMLText.percent($0) },
        "Share of audiences of the same kind that would give this moment again.",
        isHiddenFromClients: true),
    ].compactMap(\.self)
  }

  private func figure(
    _ name: String, _ value: String?, _ meaning: String, isHiddenFromClients: Bool = false
  ) -> Figure? {
    value.map {
      Figure(name: name, value: $0, meaning: meaning, isHiddenFromClients: isHiddenFromClients)
    }
  }

  var details: [(name: String, value: String)] {
    let spread = clip.framing.gazeKeptSpread.map {
      "\(Rounding.text($0 * 100, decimals: 0)) percentage points apart"
    }
    let details = [
      ("Score", clip.score.map { Rounding.text($0, decimals: 2) }),
      ("Viewers", clip.viewers.map { "\($0) with usable recordings" }),
      ("Reaction", HTMLText.span(clip.coreStart, clip.coreEnd)),
      ("Begins with", clip.why.startReason), ("Ends with", clip.why.endReason),
      ("Is short", clip.why.shortened), ("Framing", layouts),
      ("Gaze inside the crop, by two halves of the audience", spread),
    ]
    return details.compactMap { name, value in value.map { (name, $0) } }
  }

  private var layouts: String? {
    let names = clip.framing.shots.map { shot -> String in
      let windows = shot.layout.windows
      guard let first = windows.first else {
        return shot.part == nil ? "full frame on blurred background" : "wide crop"
      }
      guard windows.count == 1 else { return "split screen" }
      return Set(first.map(\.x)).count > 1 ? "moving crop" : "still crop"
    }
    var told: [String] = []
    for name in names where !told.contains(name) { told.append(name) }
    return told.isEmpty ? nil : told.joined(separator: ", ")
  }
}
