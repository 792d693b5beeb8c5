import Audience

/// A table of one's own, for `table --map`: all viewers, gaze and emotion, microseconds, pixels.
enum TableSample {
  static func file(_ audience: [RecordedViewer]) -> SampleFile {
    SampleFile(
      "meadow.table.csv",
      lines: ["viewer,t_us,x_px,y_px,conf,blink,happy,surprise,neutral"]
        + audience.flatMap { viewer in viewer.samples.map { row($0, viewer.name) } })
  }

  private static func row(_ sample: Sample, _ name: String) -> String {
    let gaze =
      sample.point.map { "\(short($0.x * 1280, 0)),\(short($0.y * 720, 0)),0.95" } ?? "0,0,0.1"
    let scores = [Emotion.happy, .surprise, .neutral].map { emotion in
      sample.scores.map { short(Double($0[emotion]), 2) } ?? ""
    }
    return "\(name),\(Int((sample.time * 1e6).rounded())),\(gaze),\(sample.isBlink ? 1 : 0),"
      + scores.joined(separator: ",")
  }
}

/// Tobii Pro Lab: one export of all participants; the video begins a while into each recording,
/// on a screen that is taller than its shape.
enum TobiiSample {
  private static let screen = (width: 1600.0, height: 1000.0)
  private static let area = ShownArea(letterboxedIn: screen)
  /// Milliseconds from the recording's beginning to the video's.
  private static let lead = 2345

  private static let names = [
    "Recording timestamp [ms]", "Sensor", "Participant name", "Recording name",
    "Recording resolution height", "Recording resolution width", "Event",
    "Gaze point X [DACS px]", "Gaze point Y [DACS px]", "Validity left", "Validity right",
    "Presented Media name", "Eye movement type",
  ]

  static func file(_ audience: [RecordedViewer]) -> SampleFile {
    SampleFile(
      "meadow.tobii.tsv",
      lines: [names.joined(separator: "\t")] + audience.flatMap(rows))
  }

  private static func rows(_ viewer: RecordedViewer) -> [String] {
    func row(_ time: Int, _ sensor: String, _ event: String, _ gaze: String, _ media: String)
      -> String
    {
      "\(time)\t\(sensor)\t\(viewer.name)\tRecording\(viewer.number + 1)\t1000\t1600\t\(event)"
        + "\t\(gaze)\t\(media)"
    }
    let eyes = "Eye Tracker"
    let before = row(1500, eyes, "", "812\t500\tValid\tValid", "\tFixation")
    let start = row(lead, "", "VideoStimulusStart", "\t\t\t", "meadow.mp4\t")
    return [before, start]
      + viewer.samples.map { sample in
        let time = lead + Int((sample.time * 1000).rounded())
        guard let point = sample.point else {
          return row(time, eyes, "", "\t\tInvalid\tInvalid", "meadow.mp4\tEyesNotFound")
        }
        let (x, y) = area.point(point)
        return row(
          time, eyes, "", "\(short(x, 0))\t\(short(y, 0))\tValid\tValid", "meadow.mp4\tFixation")
      }
  }
}
