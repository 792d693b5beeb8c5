import Audience

/// The console log of the iOS client: a block every half second, in a letterboxing player.
enum SeeYouTubeSample {
  /// The player's size, to be given as `--player 844x390`.
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

  /// The client's own clock: hundredths rounded apart from the seconds, without a leading zero, so
  /// that 31.05 s is `00:31.5` and 31.998 s is `00:31.0`.
  private static func clock(_ time: Double) -> String {
    let seconds = Int(time)
    let hundredths = Int(((time - Double(seconds)) * 100).rounded())
    return "\(padded(seconds / 60, 2)):\(padded(seconds % 60, 2)).\(hundredths % 100)"
  }
}
