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
      "Folder of the source videos. A video's ID is its file name without the extension.",
      matters: false, \.library.videos),
    .word(
      "library.output", "folder, relative to the library or absolute",
      "Folder in which shorts/ and report/ are written.", matters: false, \.library.output),
    .number(
      "library.keepRetired", "days",
      "How long clips that are no longer chosen are kept in .retired/.", in: 0...3650,
      matters: false, \.library.keepRetired),
    keepSamples,
    .toggle(
      "library.networkDisk",
      "Whether the library may be on a network disk (NFS, SMB). Its database is safe there "
        + "only if a single host ever opens it.", matters: false, \.library.networkDisk),
  ]

  private static let selection: [Setting] =
    [
      .whole(
        "selection.count", "moments",
        "Maximum number of moments per video. There can be " + "fewer.", in: 0...100,
        \.selection.count),
      .number(
        "selection.minimumLength", "seconds",
        "Minimum length of a moment, unless its scene is shorter. For short videos it is a "
          + "quarter of their length, but at least 5 s.", in: 5...600, \.selection.minimumLength),
      .number(
        "selection.maximumLength", "seconds", "Maximum length of a moment.", in: 5...600,
        \.selection.maximumLength),
      .whole(
        "selection.minimumViewers", "viewers",
        "Minimum number of viewers for each published figure and each crop, and for at "
          + "least half of a moment's core (k-anonymity).",
        in: 1...1_000_000, \.selection.minimumViewers),
      emotions,
      evidence,
      viewers,
    ] + thresholds

  private static let fold: [Setting] = [
    .number(
      "fold.gazeNoise", "frame heights",
      "Standard deviation of the tracker's noise. Higher: points farther apart form one "
        + "gaze cluster.", in: 0...0.5, \.fold.gazeNoise)
  ]

  private static let framing: [Setting] = [
    layouts,
    .number(
      "framing.maximumSpeed", "frame widths per second",
      "Maximum speed of a pan. Higher follows runners; lower is calmer.", in: 0.01...5,
      \.framing.maximumSpeed),
    .number(
      "framing.maximumZoom", "output pixels per source pixel",
      "Maximum enlargement of a crop. A crop of full height is always allowed.", in: 0.1...20,
      \.framing.maximumZoom),
  ]

  private static let intake: [Setting] = [
    .number(
      "intake.settle", "seconds",
      "How long a file must be unchanged before it is imported. An import waits up to 30 s "
        + "for files that were just written; other files wait for the next run.",
      in: 0...86_400, matters: false, \.intake.settle)
  ]

  private static let run: [Setting] =
    [
      .whole(
        "run.workers", "files rendered and videos decided at once, 0 for as many as fit",
        "How much a run does at the same time. 0: as much as cores, control group and "
          + "run.memory allow, with clips of one or several videos.",
        in: 0...256, matters: false, \.run.workers), memory,
      .toggle(
        "run.report",
        "Whether a run writes report/index.html and the pages of the videos that it processed.",
        matters: false, \.run.report), metrics,
    ] + programs
}

extension Setting {
  private static let emotions = Setting(
    key: "selection.emotions", unit: "weight 0 to 1 per emotion",
    summary: "What counts as a reaction, and how much: "
      + Emotion.allCases.map(\.name).joined(separator: ", ") + ". For horror films, add fear.",
    matters: true,
    read: { settings in
      Emotion.allCases.compactMap { emotion in
        settings.selection.emotions[emotion].map { "\(emotion.name)=\(Self.text($0))" }
      }.joined(separator: ",")
    }, write: { settings, text in settings.selection.emotions = try weights(text) })

  private static func weights(_ text: String) throws -> [Emotion: Double] {
    var weights: [Emotion: Double] = [:]
    // Also accept the form of the file: {happy: 1, surprise: 0.8}.
    let pairs = text.replacing("{", with: "").replacing("}", with: "").replacing(": ", with: "=")
    for item in pairs.split(whereSeparator: { ", ".contains($0) }) {
      let parts = item.split(separator: "=").map(String.init)
      guard parts.count == 2, let emotion = Emotion(name: parts[0]),
        let weight = Double(parts[1]), (0...1).contains(weight)
      else {
        throw ValueError(
          message: "selection.emotions: '\(item)' is not a weight; write for example happy=1, with "
            + "one of \(Emotion.allCases.map(\.name).joined(separator: ", ")) and 0 to 1")
      }
      weights[emotion] = weight
    }
    guard weights.values.contains(where: { $0 > 0 }) else {
      throw ValueError(message: "selection.emotions must have at least one weight above 0")
    }
    return weights
  }

  private static let evidence = choice(
    "selection.evidence", "both, emotion, gaze or curve",
    "What a moment must be based on. With both, a library without gaze or without faces "
      + "gives no moments and a message. With curve, the engagement curve of a platform "
      + "(`gazecut import curve`) decides, and no viewers are needed.", \.selection.evidence)

  private static let viewers = Setting(
    key: "selection.viewers", unit: "all, or labels such as age=child",
    summary: "The part of the audience that decides, by labels from the import. With "
      + "several labels, only viewers who have all of them. selection.minimumViewers "
      + "applies to the part.", matters: true, read: { "\($0.selection.viewers)" },
    write: { settings, text in
      guard let part = AudienceSubset(text: text) else {
        throw ValueError(
          message: "selection.viewers must be all, or labels such as age=child: \(ViewerLabel.rule)"
        )
      }
      settings.selection.viewers = part
    })

  private static let layoutNames = Layout.Kind.allCases.map(\.rawValue)

  private static let layouts = Setting(
    "framing.layouts", layoutNames.joined(separator: ", "),
    "Layouts that may be used: one crop, two crops one above the other, or the whole frame "
      + "or a wide part of it on a blurred background. If only two crops are allowed, one crop "
      + "may be used instead.", isList: true, \.framing.layouts,
    must: "some of \(layoutNames.joined(separator: ", "))",
    text: { layouts in
      Layout.Kind.allCases.filter(layouts.contains).map(\.rawValue).joined(separator: ",")
    },
    parse: { text in
      listed { Layout.Kind(rawValue: $0) }(text).flatMap { $0.isEmpty ? nil : Set($0) }
    })
}

extension Setting {
  static let thresholds: [Setting] = [
    .number(
      "selection.leastReaction", "share of the viewers, 0 to 1",
      "Minimum share of viewers who react at a time, on average over a moment. Higher: fewer, more "
        + "widely shared moments.", in: 0...1, \.selection.leastReaction),
    .number(
      "selection.leastReactingViewers", "viewers",
      "Minimum number of viewers who react at a time, on average over a moment. Higher: fewer moments "
        + "in small audiences.", in: 0...1_000_000, \.selection.leastReactingViewers),
    .number(
      "selection.reactionSeconds", "seconds",
      "How long a viewer must keep smiling, or stay surprised, to count as reacting. Higher: only long "
        + "reactions count.", in: 0.5...60, \.selection.reactionSeconds),
    .number(
      "selection.leastHeld", "share of the gaze points, 0 to 1",
      "Minimum gaze coverage: the share of gaze points inside one vertical crop (0.316 of "
        + "the longer side of the frame, 9:16 of 16:9). Higher: only moments in which "
        + "everybody looks at the same thing.", in: 0...1, \.selection.leastHeld),
    .number(
      "selection.curveWeight", "share, 0 to 1",
      "Weight of an engagement curve next to faces and gaze, whose weight is 1. With 0 the curve is "
        + "not used.", in: 0...1, \.selection.curveWeight),
    .number(
      "selection.leastSure", "share of audiences, 0 to 1",
      "Minimum confidence: the share of resampled audiences in which the moment is found again. "
        + "Higher: fewer, more repeatable moments.", in: 0...1, \.selection.leastSure),
  ]

  /// Settings that were removed, with what to use instead.
  static let retired: [String: String] = [
    "selection.falseMoments":
      "use selection.leastReaction or selection.leastSure for fewer moments",
    "fold.faceLag": "faces are moved back by 0.7 s, always",
  ]
}
