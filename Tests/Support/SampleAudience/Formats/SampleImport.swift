/// How the samples of one format are imported.
package struct SampleImport: Sendable {
  /// What they tell.
  package enum Side: String, Sendable {
    case gaze, emotion, detections, curve
  }

  /// The format's or preset's name, unique among the samples.
  package let name: String
  /// The words after `gazecut import`, without the files.
  package let arguments: [String]
  /// The file below the samples folder, or a folder of files, one a viewer.
  package let path: String
  /// What they tell.
  package let sides: Set<Side>
  /// What the names of a folder's files end with that are imported; others lie beside them.
  package var ending = ""

  /// Every one, in the order of FORMATS.md.
  package static let all: [SampleImport] = [
    SampleImport("timeline", [], "meadow.timeline.jsonl", [.gaze, .emotion]),
    SampleImport(
      "seeyoutube", ["--video", "meadow", "--player", "844x390"], "seeyoutube", [.gaze, .emotion]),
    SampleImport("seetube", ["--video", "meadow"], "seetube", [.gaze, .emotion]),
    SampleImport("seetube", [], "seetube.csv", [.gaze, .emotion], name: "seetube table"),
    SampleImport(
      "firebase", ["--video", "meadow", "--started-at", "2026-11-19T21:03:00"], "firebase",
      [.emotion]),
    SampleImport(
      "arkit", ["--video", "meadow", "--screen", "834x1194", "--picture", "0,362,834x469.125"],
      "arkit", [.gaze]),
    .bids,
    SampleImport("xdf", ["--video", "meadow"], "xdf", [.gaze]),
    SampleImport("vision", [], "meadow.vision.jsonl", [.detections]),
    SampleImport("yolo", [], "meadow.yolo.jsonl", [.detections]),
    SampleImport(
      "yolo",
      ["--video", "meadow", "--labels", "face", "--anchors", "1.2,2.1", "--fps", "1"],
      "meadow.yolo.npy", [.detections], name: "yolo grid"),
    SampleImport("detections", [], "meadow.detections.jsonl", [.detections]),
    SampleImport(
      "coco", ["--video", "meadow", "--fps", "25", "--image", "1280x720"], "meadow.coco.json",
      [.detections]),
    SampleImport(
      "mot", ["--video", "meadow", "--fps", "25", "--image", "1280x720"], "meadow.mot.txt",
      [.detections]),
    SampleImport(
      "table",
      [
        "--video", "meadow", "--map",
        "time=t_us:us,x=x_px,y=y_px,gaze=pixels 1280x720,conf=conf,blink=blink,viewer=viewer,"
          + "happy=happy,surprise=surprise,neutral=neutral",
      ], "meadow.table.csv", [.gaze, .emotion]),
    preset("tobii", ["--video", "meadow"], "meadow.tobii.tsv", .gaze),
    preset("pupil", ["--video", "meadow", "--offset", "-5012"], "pupil", .gaze),
    preset(
      "neon",
      [
        "--video", "meadow", "--started-at", "2026-11-19T21:03:00Z", "--picture", "310,305,960x540",
      ], "neon", .gaze),
    preset("webgazer", ["--video", "meadow", "--picture", "43,24,1280x720"], "webgazer", .gaze),
    preset("openface", ["--video", "meadow"], "openface", .emotion),
    preset("pyfeat", ["--video", "meadow", "--fps", "2"], "meadow.pyfeat.csv", .emotion),
    preset(
      "imotions", ["--video", "meadow", "--stimulus", "A meadow", "--screen", "1600x1000"],
      "imotions", .gaze),
    preset("facereader", ["--video", "meadow"], "facereader", .emotion),
    preset("eev", ["--video", "meadow"], "eev", .emotion),
    SampleImport("curve", ["--video", "meadow"], "meadow.info.json", [.curve]),
    curve("retention.csv"), curve("retention.json"), curve("mux-heatmap.json"),
    curve("mux-hotspots.json"), curve("bunny.json"), curve("peertube.json"),
    curve("meadow.live_chat.json", offset: "-4"), curve("twitch.json", offset: "-4"),
    SampleImport(
      "sqlite",
      [
        "--video", "meadow", "--query",
        "SELECT name AS viewer, ms / 1000.0 AS time, x, y, happy, surprise, blink"
          + " FROM look JOIN person ON person.id = person",
      ], SQLiteSample.name, [.gaze, .emotion]),
  ]

  private static var bids: SampleImport {
    var sample = SampleImport("bids", ["--video", "meadow"], "bids", [.gaze])
    sample.ending = "_physio.tsv.gz"
    return sample
  }

  private init(
    _ format: String, _ arguments: [String], _ path: String, _ sides: Set<Side>,
    name: String? = nil
  ) {
    self.name = name ?? format
    self.arguments = [format] + arguments
    self.path = path
    self.sides = sides
  }

  private static func curve(_ file: String, offset: String? = nil) -> SampleImport {
    SampleImport(
      "curve", ["--video", "meadow"] + (offset.map { ["--offset", $0] } ?? []), "curves/\(file)",
      [.curve], name: file)
  }

  private static func preset(
    _ name: String, _ arguments: [String], _ path: String, _ side: Side
  ) -> SampleImport {
    SampleImport("table", ["--preset", name] + arguments, path, [side], name: name)
  }

  /// Whether `path` is a folder of one file a viewer.
  package var isFolder: Bool { !path.contains(".") }

  /// The command as one writes it in a shell, in the samples folder.
  package var command: String {
    let words = arguments.map { word in
      let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "-.,:/_".contains($0) }
      return isPlain ? word : "'\(word)'"
    }
    let files = isFolder ? (ending.isEmpty ? "/*" : "/sub-*/beh/*\(ending)") : ""
    return "gazecut import \(words.joined(separator: " ")) \(path)\(files)"
  }
}
