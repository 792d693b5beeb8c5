import Audience

/// Where each eye's ray meets a tablet's screen, counted from its middle and upwards.
enum ARKitSample {
  /// The screen, `--screen 834x1194`, and the picture on it, `--picture 0,362,834x469.125`.
  private static let screen = (width: 834.0, height: 1194.0)
  private static let area = ShownArea(x: 0, y: 362, width: 834, height: 469.125)
  /// Rows a recorded sample: the importer's mean of ten rows then spans little more than a second.
  private static let repeats = 4

  static func file(_ viewer: RecordedViewer) -> SampleFile {
    SampleFile(
      "arkit/\(viewer.name).csv",
      lines: ["t,left_x,left_y,right_x,right_y,blink_left,blink_right"]
        + viewer.samples.flatMap { sample in (0..<repeats).map { row(sample, $0) } })
  }

  private static func row(_ sample: Sample, _ part: Int) -> String {
    let time = sample.time + Double(part) / RecordedViewer.rate / Double(repeats)
    // A blink is a part of a sample: the eyelid goes down and up again.
    let isClosed = sample.isBlink && part < 2
    let shut = isClosed ? "0.9,0.8" : "0,0.1"
    guard let point = sample.point else {
      let eye = sample.isBlink ? "0,-400" : "nan,nan"
      return "\(decimals(time, 3)),\(eye),\(eye),\(sample.isBlink ? "0.9,0.8" : shut)"
    }
    let place = area.point(point)
    let (x, y) = (place.x - screen.width / 2, screen.height / 2 - place.y)
    return "\(decimals(time, 3)),\(short(x - 3, 0)),\(short(y - 2, 0)),\(short(x + 3, 0)),"
      + "\(short(y + 2, 0)),\(shut)"
  }
}
