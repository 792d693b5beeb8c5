import Audience

/// gazecut's own form: one file, a header a viewer.
enum TimelineSample {
  static func file(_ audience: [RecordedViewer]) -> SampleFile {
    SampleFile("meadow.timeline.jsonl", lines: audience.flatMap(lines))
  }

  /// Viewers watched on planes of three kinds: normalised, a player of the picture's shape, and
  /// a wider player that letterboxes it.
  private static func lines(_ viewer: RecordedViewer) -> [String] {
    let (area, words): (ShownArea, String) =
      switch viewer.number % 3 {
      case 0: (ShownArea(x: 0, y: 0, width: 1, height: 1), rectangle("picture", 1, 1))
      case 1: (ShownArea(x: 0, y: 0, width: 844, height: 475), rectangle("picture", 844, 475))
      default: (ShownArea(letterboxedIn: (844, 390)), rectangle("player", 844, 390))
      }
    let header =
      #"{"gazecut":"timeline/1","video":"meadow","session":"\#(viewer.name)-1","#
      + #""viewer":"\#(viewer.name)",\#(words),"recordedAt":"2026-11-19T21:03:00Z"}"#
    return [header] + viewer.samples.map { line($0, area, viewer.number % 3 == 0 ? 3 : 1) }
  }

  private static func rectangle(_ name: String, _ width: Int, _ height: Int) -> String {
    #""\#(name)":{"x":0,"y":0,"width":\#(width),"height":\#(height)}"#
  }

  private static func line(_ sample: Sample, _ area: ShownArea, _ places: Int) -> String {
    var gaze = #""x":null,"y":null,"tracking":"FACE_MISSING""#
    if let point = sample.point {
      let (x, y) = area.point(point)
      gaze = #""x":\#(decimals(x, places)),"y":\#(decimals(y, places)),"tracking":"SUCCESS""#
    }
    var emotion = #""state":"FACE_MISSING""#
    if let scores = sample.scores {
      let list = scores.strongest(2).map { #""\#($0.emotion.name)":\#(short($0.score, 2))"# }
      emotion = #""scores":{\#(list.joined(separator: ","))}"#
    }
    return #"{"t":\#(short(sample.time, 3)),"gaze":{\#(gaze)},"emotion":{\#(emotion)}}"#
  }
}
