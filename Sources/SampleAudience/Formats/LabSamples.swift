import Audience

/// Pupil Labs Core: gaze on a surface, normalised and upwards, on the clock of the eye tracker.
enum PupilSample {
  /// What that clock showed at play time 0, to be given as `--offset -5012`.
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

/// Pupil Labs Neon: nanoseconds since 1970, pixels of the scene camera, in which the screen stands.
enum NeonSample {
  /// The picture in the camera's image, `--picture 310,305,960x540`.
  private static let area = ShownArea(x: 310, y: 305, width: 960, height: 540)
  /// 2026-11-19T21:03:00Z, to be given as `--started-at`.
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

/// WebGazer under jsPsych: milliseconds of the trial, pixels of the browser's window.
enum WebGazerSample {
  /// The picture in the window, `--picture 43,24,1280x720`.
  private static let area = ShownArea(x: 43, y: 24, width: 1280, height: 720)

  static func file(_ viewer: RecordedViewer) -> SampleFile {
    let points = viewer.samples.compactMap { sample -> String? in
      // WebGazer predicts nothing where it finds no face.
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
