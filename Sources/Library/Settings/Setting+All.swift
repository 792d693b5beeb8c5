import Audience
import EditDecisions
import Framing
import Selection

extension Setting {
  /// Every setting, in the order of the commented gazecut.yaml.
  package static let all: [Setting] = library + selection + fold + framing + render + intake + run

  private static let library: [Setting] = [
    .word(
      "library.videos", "folder, relative to the library or absolute",
      "Where the sources lie. A video's id is its file name without the extension.",
      matters: false, \.library.videos),
    .word(
      "library.output", "folder, relative to the library or absolute",
      "Where shorts/ and report/ are written.", matters: false, \.library.output),
    .number(
      "library.keepRetired", "days",
      "How long clips that are no longer decided are kept in .retired/.", in: 0...3650,
      matters: false, \.library.keepRetired),
    keepSamples,
    .toggle(
      "library.networkDisk",
      "Whether the library itself may lie on a network disk (NFS, SMB), where its database is safe "
        + "only as long as one host alone ever opens it.", matters: false, \.library.networkDisk),
  ]

  private static let selection: [Setting] =
    [
      .whole(
        "selection.count", "moments", "At most so many moments a video; a ceiling, not a quota.",
        in: 0...100, \.selection.count),
      .number(
        "selection.minimumLength", "seconds",
        "Shortest moment, unless its scene is shorter. Short videos take a quarter of their length, "
          + "and never under 5 s.",
        in: 5...600, \.selection.minimumLength),
      .number(
        "selection.maximumLength", "seconds", "Longest moment.", in: 5...600,
        \.selection.maximumLength),
      .whole(
        "selection.minimumViewers", "viewers",
        "Fewest viewers a figure or a window may rest on, and a moment, in half its core at once.",
        in: 1...1_000_000, \.selection.minimumViewers),
      emotions,
      evidence,
      viewers,
    ] + thresholds

  private static let fold: [Setting] = [
    .number(
      "fold.gazeNoise", "picture heights",
      "Standard deviation of the tracker's noise; widens what is found as one gathering.",
      in: 0...0.5, \.fold.gazeNoise)
  ]

  private static let framing: [Setting] = [
    layouts,
    .number(
      "framing.maximumSpeed", "picture widths a second",
      "Fastest pan. Higher follows runners; lower is calmer.", in: 0.01...5,
      \.framing.maximumSpeed),
    .number(
      "framing.maximumZoom", "output pixels per picture pixel",
      "How far a window may be enlarged; a full-height window is always allowed.", in: 0.1...20,
      \.framing.maximumZoom),
  ]

  private static let intake: [Setting] = [
    .number(
      "intake.settle", "seconds",
      "How long a file must have been left alone before it is taken in. Intake waits up to 30 s for "
        + "files that were just written; others wait for the next night.",
      in: 0...86_400, matters: false, \.intake.settle)
  ]

  private static let run: [Setting] =
    [
      .whole(
        "run.workers", "files rendered and videos decided at once, 0 for as many as fit",
        "How much a night does at the same time. With 0, as much as cores, those of a control group, "
          + "and run.memory allow; clips of one video fill them as well as several videos do.",
        in: 0...256, matters: false, \.run.workers), memory,
      .toggle(
        "run.report",
        "Whether a night writes report/index.html and the pages of the videos it worked on.",
        matters: false, \.run.report), metrics,
    ] + programs
}

extension Setting {
  private static let emotions = Setting(
    key: "selection.emotions", unit: "weight 0 to 1 an emotion",
    summary: "What counts as a reaction, and how much: "
      + Emotion.allCases.map(\.name).joined(separator: ", ") + ". A horror channel wants fear.",
    matters: true,
    read: { settings in
      Emotion.allCases.compactMap { emotion in
        settings.selection.emotions[emotion].map { "\(emotion.name)=\(Self.text($0))" }
      }.joined(separator: ",")
    },
    write: { settings, text in settings.selection.emotions = try weights(text) })

  private static func weights(_ text: String) throws -> [Emotion: Double] {
    var weights: [Emotion: Double] = [:]
    // The form of the file serves on the command line, too: {happy: 1, surprise: 0.8}.
    let pairs = text.replacing("{", with: "").replacing("}", with: "").replacing(": ", with: "=")
    for item in pairs.split(whereSeparator: { ", ".contains($0) }) {
      let parts = item.split(separator: "=").map(String.init)
      guard parts.count == 2, let emotion = Emotion(name: parts[0]),
        let weight = Double(parts[1]), (0...1).contains(weight)
      else {
        throw ValueError(
          message: "selection.emotions: '\(item)' is no weight of an emotion; write happy=1, with "
            + "one of \(Emotion.allCases.map(\.name).joined(separator: ", ")) and 0 to 1")
      }
      weights[emotion] = weight
    }
    guard weights.values.contains(where: { $0 > 0 }) else {
      throw ValueError(message: "selection.emotions must give at least one emotion a weight")
    }
    return weights
  }

  private static let evidence = choice(
    "selection.evidence", "both, emotion, gaze or curve",
    "What a moment must rest on. With both, a library that holds one side only gives no "
      + "moment and says so; with curve, what a platform counted of everybody "
      + "(`gazecut import curve`) decides, and no viewer is needed.", \.selection.evidence)

  private static let viewers = Setting(
    key: "selection.viewers", unit: "all, or labels as age=child",
    summary: "Which part of the audience decides, by the labels given at import; with several, "
      + "those who carry all of them. selection.minimumViewers holds for the part.",
    matters: true,
    read: { "\($0.selection.viewers)" },
    write: { settings, text in
      guard let part = AudiencePart(text: text) else {
        throw ValueError(
          message: "selection.viewers must be all, or labels as age=child: \(ViewerLabel.rule)")
      }
      settings.selection.viewers = part
    })

  private static let layoutNames = Layout.Kind.allCases.map(\.rawValue)

  private static let layouts = Setting(
    "framing.layouts", layoutNames.joined(separator: ", "),
    "Layouts that may be used: one window, two windows one above the other, or the picture, "
      + "or a wide part of it, over its own blur. One window stands in for two where they alone "
      + "may be used.",
    isList: true, \.framing.layouts,
    must: "some of \(layoutNames.joined(separator: ", "))",
    text: { layouts in
      Layout.Kind.allCases.filter(layouts.contains).map(\.rawValue).joined(separator: ",")
    },
    parse: { text in
      listed { Layout.Kind(rawValue: $0) }(text).flatMap { $0.isEmpty ? nil : Set($0) }
    })
}

extension Setting {
  /// The thresholds that a moment must meet.
  static let thresholds: [Setting] = [
    .number(
      "selection.leastReaction", "share of the viewers, 0 to 1",
      "Minimum share of viewers who react at a time, on average over a moment. Higher: fewer, more "
        + "widely shared moments.",
      in: 0...1, \.selection.leastReaction),
    .number(
      "selection.leastReactingViewers", "viewers",
      "Minimum number of viewers who react at a time, on average over a moment. Higher: fewer moments "
        + "in small audiences.",
      in: 0...1_000_000, \.selection.leastReactingViewers),
    .number(
      "selection.reactionSeconds", "seconds",
      "How long a viewer must keep smiling, or stay surprised, to count as reacting. Higher: only long "
        + "reactions count.",
      in: 0.5...60, \.selection.reactionSeconds),
    .number(
      "selection.leastHeld", "share of the gaze points, 0 to 1",
      "Minimum gaze coverage: the share of gaze points that one vertical window (0.316 of the "
        + "picture's longer side, 9:16 of 16:9) holds. Higher: only moments in which everybody looks "
        + "at one thing.", in: 0...1, \.selection.leastHeld),
    .number(
      "selection.curveWeight", "share, 0 to 1",
      "Weight of an engagement curve next to faces and gaze, whose weight is 1. With 0 the curve is "
        + "not used.",
      in: 0...1, \.selection.curveWeight),
    .number(
      "selection.leastSure", "share of audiences, 0 to 1",
      "Minimum confidence: the share of resampled audiences in which the moment is found again. "
        + "Higher: fewer, more repeatable moments.", in: 0...1, \.selection.leastSure),
  ]

  /// Settings that no longer exist, and what to use instead.
  static let retired: [String: String] = [
    "selection.falseMoments":
      "use selection.leastReaction or selection.leastSure for fewer moments",
    "fold.faceLag": "faces are moved back by 0.7 s, always",
  ]
}
