/// The samples folder: one audience of the sample video in every import format.
///
/// All files describe the same viewers and times, as far as their format can. So each of them leads
/// to the same moments. The SQLite file is written separately, see `SQLiteSample`.
package enum SampleFolder {
  /// All files except the database, sorted by path, with the same bytes in every run.
  package static func files() -> [SampleFile] {
    let audience = RecordedViewer.meadow
    let faces = RecordedSubject.meadow
    let people: [SampleFile] =
      [TimelineSample.file(audience), SeeTubeSample.table(audience), TobiiSample.file(audience)]
      + [TableSample.file(audience), PyFeatSample.file(audience)]
      + CurveSample.files(audience) + BIDSSample.shared
    let each = audience.flatMap { viewer in
      [
        SeeYouTubeSample.file(viewer), SeeTubeSample.document(viewer), FirebaseSample.file(viewer),
        ARKitSample.file(viewer), PupilSample.file(viewer), NeonSample.file(viewer),
        WebGazerSample.file(viewer), OpenFaceSample.file(viewer), FaceReaderSample.file(viewer),
        EEVSample.file(viewer), XDFSample.file(viewer), IMotionsSample.file(viewer),
      ] + BIDSSample.files(viewer)
    }
    let boxes = [
      DetectionsSample.file(faces), VisionSample.file(faces), YOLOSample.boxes(faces),
      YOLOSample.grid(faces), COCOSample.file(faces), MOTSample.file(faces),
    ]
    return (people + each + boxes).sorted { $0.path < $1.path }
  }
}

extension SampleImport {
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
      ], "meadow.sqlite", [.gaze, .emotion]),
  ]

  private static var bids: SampleImport {
    var sample = SampleImport("bids", ["--video", "meadow"], "bids", [.gaze])
    sample.ending = "_physio.tsv.gz"
    return sample
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
}
