import Audience

/// A user-defined table for `table --map`: all viewers, gaze and emotion, microseconds, pixels.
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

/// Tobii Pro Lab: one export of all participants.
///
/// The video begins some time into each recording, on a screen that is higher than 16:9.
enum TobiiSample {
  private static let screen = (width: 1600.0, height: 1000.0)
  private static let area = ShownArea(letterboxedIn: screen)
  /// Milliseconds from the start of the recording to the start of the video.
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

/// Pupil Labs Core: normalised gaze on a surface, with y upwards, on the eye tracker's clock.
enum PupilSample {
  /// The value of that clock at play time 0, for `--offset -5012`.
  private static let clock = 5012.0

  static func file(_ viewer: RecordedViewer) -> SampleFile {
    let names =
      "world_timestamp,world_index,gaze_timestamp,x_norm,y_norm,x_scaled,y_scaled,on_surf,confidence"
    let rows = viewer.samples.enumerated().map { index, sample in
      let time = decimals(clock + sample.time, 3)
      guard let point = sample.point else {
        return "\(time),\(index),\(time),0,0,0,0,False,0.1"
      }
      let place = "\(short(point.x, 3)),\(short(1 - point.y, 3))"
      let isOn = (0...1).contains(point.x) && (0...1).contains(point.y)
      return "\(time),\(index),\(time),\(place),\(place),\(isOn ? "True" : "False"),0.97"
    }
    return SampleFile("pupil/\(viewer.name).csv", lines: [names] + rows)
  }
}

/// Pupil Labs Neon: nanoseconds since 1970, pixels of a scene camera that films the screen.
enum NeonSample {
  /// The video in the camera image, for `--picture 310,305,960x540`.
  private static let area = ShownArea(x: 310, y: 305, width: 960, height: 540)
  /// 2026-11-19T21:03:00Z in milliseconds, for `--started-at`.
  private static let start = 1_795_122_180_000

  static func file(_ viewer: RecordedViewer) -> SampleFile {
    let names =
      "section id,recording id,timestamp [ns],gaze x [px],gaze y [px],worn,fixation id,blink id"
    var fixation = 0
    var blink = 0
    let rows = viewer.samples.map { sample in
      let time = "\(start + Int((sample.time * 1000).rounded()))000000"
      let head = "5d0c\(viewer.number),1b7e\(viewer.number),\(time)"
      if sample.isBlink {
        blink += 1
        return "\(head),640,900,True,,\(blink)"
      }
      guard let point = sample.point else { return "\(head),0,0,False,," }
      fixation += 1
      let (x, y) = area.point(point)
      return "\(head),\(short(x, 1)),\(short(y, 1)),True,\(fixation),"
    }
    return SampleFile("neon/\(viewer.name).csv", lines: [names] + rows)
  }
}

/// WebGazer under jsPsych: milliseconds of the trial, pixels of the browser window.
enum WebGazerSample {
  /// The video in the window, for `--picture 43,24,1280x720`.
  private static let area = ShownArea(x: 43, y: 24, width: 1280, height: 720)

  static func file(_ viewer: RecordedViewer) -> SampleFile {
    let points = viewer.samples.compactMap { sample -> String? in
      // WebGazer has no prediction if it finds no face.
      guard let point = sample.point else { return nil }
      let (x, y) = area.point(point)
      let time = Int((sample.time * 1000).rounded())
      return #"{"x":\#(short(x, 0)),"y":\#(short(y, 0)),"t":\#(time)}"#
    }
    return SampleFile(
      "webgazer/\(viewer.name).json",
      lines: [
        #"[{"trial_type":"webgazer-validate","trial_index":3,"percent_in_roi":[84,91]},"#,
        #"{"trial_type":"video-button-response","trial_index":4,"stimulus":["meadow.mp4"],"#
          + #""webgazer_data":["#,
        points.joined(separator: ",\n"), "]}]",
      ])
  }
}

/// Formats a number with a fixed number of decimals, independent of machine and language.
func decimals(_ value: Double, _ count: Int) -> String {
  var scale = 1
  for _ in 0..<count { scale *= 10 }
  let steps = Int((value * Double(scale)).rounded())
  guard count > 0 else { return "\(steps)" }
  let fraction = String(abs(steps) % scale)
  let zeros = String(repeating: "0", count: count - fraction.count)
  return "\(steps < 0 ? "-" : "")\(abs(steps) / scale).\(zeros)\(fraction)"
}

/// Formats a number with at most `count` decimals: `0.5`, not `0.500`.
func short(_ value: Double, _ count: Int) -> String {
  var text = decimals(value, count)
  guard count > 0 else { return text }
  while text.hasSuffix("0") { text.removeLast() }
  if text.hasSuffix(".") { text.removeLast() }
  return text == "-0" ? "0" : text
}

func padded(_ value: Int, _ width: Int) -> String {
  let digits = String(value)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
