import Audience

/// The reviews of the later service: a record a second, whole seconds, the strongest class only.
enum SeeTubeSample {
  static func document(_ viewer: RecordedViewer) -> SampleFile {
    SampleFile(
      "seetube/\(viewer.name).json",
      lines: [#"{"watchingInfos":[\#(records(viewer).joined(separator: ",\n"))]}"#])
  }

  /// The export of the service's table: a row a review, the list in a quoted cell.
  static func table(_ audience: [RecordedViewer]) -> SampleFile {
    let rows = audience.map { viewer in
      let list = "[\(records(viewer).joined(separator: ","))]".replacing("\"", with: "\"\"")
      return "\(viewer.number + 1),meadow,\(viewer.name),\"\(list)\""
    }
    return SampleFile("seetube.csv", lines: ["id,videoId,reviewerId,watchingInfos"] + rows)
  }

  private static func records(_ viewer: RecordedViewer) -> [String] {
    (2..<Int(SampleScript.meadow.duration)).compactMap { second in
      // The latest at that instant, not an average.
      let latest = viewer.samples.last { $0.time <= Double(second) }
      guard let latest, Double(second) - latest.time < 1 else { return nil }
      return record(latest, second)
    }
  }

  private static func record(_ sample: Sample, _ second: Int) -> String {
    var gaze = #""x":-1,"y":-1,"trackingState":"FACE_MISSING","screenState":"UNKNOWN""#
    if let point = sample.point {
      let isInside = (0...1).contains(point.x) && (0...1).contains(point.y)
      gaze =
        #""x":\#(short(point.x, 3)),"y":\#(short(point.y, 3)),"trackingState":"SUCCESS","#
        + #""screenState":"\#(isInside ? "INSIDE" : "OUTSIDE")_OF_SCREEN""#
    }
    var emotion = #""classification":"none","confidencePercentage":0"#
    if let strongest = sample.scores?.strongest(1).first {
      emotion =
        #""classification":"\#(strongest.emotion.name)","#
        + #""confidencePercentage":\#(short(strongest.score * 100, 1))"#
    }
    return #"{"playTime":\#(second),"gazeInfo":{\#(gaze)},"emotionInfo":{\#(emotion)}}"#
  }
}
