import Audience

/// gazecut's own format: one file with one header per viewer.
enum TimelineSample {
  static func file(_ audience: [RecordedViewer]) -> SampleFile {
    SampleFile("meadow.timeline.jsonl", lines: audience.flatMap(lines))
  }

  /// Uses three kinds of planes: normalised, a 16:9 player, and a wider player that letterboxes.
  private static func lines(_ viewer: RecordedViewer) -> [String] {
    let (area, words): (ShownArea, String) =
      switch viewer.number % 3 {
      case 0: (ShownArea(x: 0, y: 0, width: 1, height: 1), rectangle("picture", 1, 1))
      case 1: (ShownArea(x: 0, y: 0, width: 844, height: 475), rectangle("picture", 844, 475))
      default: (ShownArea(letterboxedIn: (844, 390)), rectangle("player", 844, 390))
      }
    let header =
      #"{"gazecut":"timeline/1","video":"meadow","session":"\#(viewer.name)-1","#
      + #""viewer":"\#(viewer.name)",\#(words),"recordedAt":"2026-11-19T21:03:00Z","end":true}"#
    return [header] + viewer.samples.map { line($0, area, viewer.number % 3 == 0 ? 3 : 1) }
      + [#"{"end":\#(viewer.samples.count)}"#]
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

/// ML Kit's faces: smiles and open eyes with the device's clock, without gaze or play time.
enum FirebaseSample {
  /// Second of the day at play time 0, for `--started-at 2026-11-19T21:03:00`.
  private static let start = (21 * 60 + 3) * 60

  static func file(_ viewer: RecordedViewer) -> SampleFile {
    var track = 1
    var wasLost = false
    var faces: [(second: Int, text: String)] = []
    for (counter, sample) in viewer.samples.enumerated() {
      // A lost face has no record, and gets a new ID later.
      guard let scores = sample.scores else {
        wasLost = true
        continue
      }
      if wasLost { track += 1 }
      wasLost = false
      let eyes = sample.isBlink ? 4 : 92
      let smile = Int((Double(scores[.happy]) * 100).rounded())
      faces.append(
        (
          Int(sample.time),
          #""-Mk\#(padded(counter, 4))":{"smileProb":\#(smile),"leftEyeOpenProb":\#(eyes),"#
            + #""rightEyeOpenProb":\#(eyes - 1),"trackingId":\#(track),"#
            + #""timestamp":"\#(stamp(sample.time))","counter":\#(counter)}"#
        ))
    }
    // Records within a second are not in order; `counter` gives the order.
    let mixed = faces.enumerated().sorted {
      ($0.element.second, -$0.offset) < ($1.element.second, -$1.offset)
    }
    let list = mixed.map(\.element.text).joined(separator: ",\n")
    return SampleFile("firebase/\(viewer.name).json", lines: [#"{"faces":{\#(list)}}"#])
  }

  private static func stamp(_ time: Double) -> String {
    let second = start + Int(time)
    return "20261119" + padded(second / 3600, 2) + padded(second / 60 % 60, 2)
      + padded(second % 60, 2)
  }
}

/// ARKit: the intersection of each eye's ray with a tablet screen, from its centre, y upwards.
enum ARKitSample {
  /// The screen, `--screen 834x1194`, and the video on it, `--picture 0,362,834x469.125`.
  private static let screen = (width: 834.0, height: 1194.0)
  private static let area = ShownArea(x: 0, y: 362, width: 834, height: 469.125)
  /// Rows per recorded sample, so that the importer's mean of ten rows covers about one second.
  private static let repeats = 4

  static func file(_ viewer: RecordedViewer) -> SampleFile {
    SampleFile(
      "arkit/\(viewer.name).csv",
      lines: ["t,left_x,left_y,right_x,right_y,blink_left,blink_right"]
        + viewer.samples.flatMap { sample in (0..<repeats).map { row(sample, $0) } })
  }

  private static func row(_ sample: Sample, _ part: Int) -> String {
    let time = sample.time + Double(part) / RecordedViewer.rate / Double(repeats)
    // A blink is a part of a sample: the eyelid closes and opens again.
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

/// Reviews of the SeeTube service: one record per second, with the strongest class only.
enum SeeTubeSample {
  static func document(_ viewer: RecordedViewer) -> SampleFile {
    SampleFile(
      "seetube/\(viewer.name).json",
      lines: [#"{"watchingInfos":[\#(records(viewer).joined(separator: ",\n"))]}"#])
  }

  /// An export of the service's table: one row per review, with the list in a quoted cell.
  static func table(_ audience: [RecordedViewer]) -> SampleFile {
    let rows = audience.map { viewer in
      let list = "[\(records(viewer).joined(separator: ","))]".replacing("\"", with: "\"\"")
      return "\(viewer.number + 1),meadow,\(viewer.name),\"\(list)\""
    }
    return SampleFile("seetube.csv", lines: ["id,videoId,reviewerId,watchingInfos"] + rows)
  }

  private static func records(_ viewer: RecordedViewer) -> [String] {
    (2..<Int(SampleScript.meadow.duration)).compactMap { second in
      // The latest sample at that time, not a mean.
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

/// The console log of the SeeYouTube iOS client: a block every 0.5 s, in a letterboxing player.
enum SeeYouTubeSample {
  /// The player's size, for `--player 844x390`.
  private static let area = ShownArea(letterboxedIn: (844, 390))
  private static let rule = String(repeating: "-", count: 38)

  static func file(_ viewer: RecordedViewer) -> SampleFile {
    SampleFile(
      "seeyoutube/\(viewer.name).log",
      lines: ["DEBUG: Tracker starts tracking"] + viewer.samples.flatMap(block) + [rule])
  }

  private static func block(_ sample: Sample) -> [String] {
    var lines = [rule, "", "| Play Time |", "    \(clock(sample.time)) sec", "| Gaze Info |"]
    if let point = sample.point {
      let (x, y) = area.point(point)
      lines += [
        "    Poisition           : (\(decimals(x, 2)), \(decimals(y, 2)))",
        "    Tracking State      : SUCCESS", "    Eye Movement State  : FIXATION",
        "    Screen State        : INSIDE_OF_SCREEN",
      ]
    } else {
      lines += [
        "    Poisition           : (nan, nan)", "    Tracking State      : FACE_MISSING",
        "    Eye Movement State  : UNKNOWN", "    Screen State        : None",
      ]
    }
    lines.append("| Emotion Info |")
    guard let scores = sample.scores else {
      return lines + ["    Prediction State    : FACE_MISSING", "    Prediction Result   : None"]
    }
    lines += ["    Prediction State    : SUCCESS", "    Prediction Result   :"]
    return lines
      + scores.strongest(2).map { "\t\t\($0.emotion.name) : \(short($0.score * 100, 1)) %" }
  }

  /// The client's faulty clock: it rounds hundredths separately and omits their leading zero.
  ///
  /// For example, 31.05 s is `00:31.5` and 31.998 s is `00:31.0`.
  private static func clock(_ time: Double) -> String {
    let seconds = Int(time)
    let hundredths = Int(((time - Double(seconds)) * 100).rounded())
    return "\(padded(seconds / 60, 2)):\(padded(seconds % 60, 2)).\(hundredths % 100)"
  }
}

/// The area of a plane in which the sample video was shown, in the unit of the plane.
struct ShownArea {
  let x: Double
  let y: Double
  let width: Double
  let height: Double

  /// A 16:9 video, letterboxed in a player or on a screen.
  init(letterboxedIn plane: (width: Double, height: Double)) {
    width = min(plane.width, plane.height * 16 / 9)
    height = min(plane.height, plane.width * 9 / 16)
    x = (plane.width - width) / 2
    y = (plane.height - height) / 2
  }

  init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Converts a point of the frame to the plane.
  func point(_ point: PicturePoint) -> (x: Double, y: Double) {
    (x + point.x * width, y + point.y * height)
  }
}
