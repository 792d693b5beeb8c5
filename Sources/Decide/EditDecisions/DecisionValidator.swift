import Support

/// Checks that a decision document can be rendered from a video.
package struct DecisionValidator {
  var video: VideoDescription
  /// Aspect ratio of the output (width / height).
  var outputShape: Double

  /// Tolerance in pixels for rounding of edges to 0.1 pixel.
  private static let pixelTolerance = 0.11
  /// Tolerance in pixels for the width of a crop that follows from its height.
  private static let shapeTolerance = 0.25
  /// Tolerance in seconds for rounding of times to 1 ms.
  private static let timeTolerance = 0.0011
  /// Tolerance in seconds for the duration of the video, which may differ by a frame or so.
  private static let durationTolerance = 1.0

  package init(video: VideoDescription, outputShape: Double) {
    (self.video, self.outputShape) = (video, outputShape)
  }

  /// The problems in a document, in the document's order; empty if it can be rendered.
  package func problems(in document: DecisionDocument) -> [DecisionProblem] {
    var found: [DecisionProblem] = []
    if document.video.id != video.id {
      found += problem(
        "video.id", "is '\(TerminalText.escaped(document.video.id))', but this is '\(video.id)'")
    }
    found += sourceProblems(document.video)
    var seen: Set<String> = []
    for (index, moment) in document.moments.enumerated() {
      let field = "moments[\(index)]"
      if !moment.id.isEmpty, !seen.insert(moment.id).inserted {
        found += problem("\(field).id", "occurs twice; give each moment another id")
      }
      found += problems(in: moment, field: field)
    }
    for (index, rejection) in document.rejected.enumerated() {
      found += problems(in: rejection, field: "rejected[\(index)]")
    }
    for (index, entry) in document.reel.enumerated() {
      found += problems(in: entry, known: seen, field: "reel[\(index)]")
    }
    return found
  }

  private func sourceProblems(_ described: VideoDescription) -> [DecisionProblem] {
    guard described.width == video.width, described.height == video.height else {
      return problem(
        "video",
        "was \(described.width)x\(described.height), but the source is now "
          + "\(video.width)x\(video.height) pixels: decide again with `gazecut regenerate`")
    }
    guard abs(described.duration - video.duration) <= Self.durationTolerance else {
      return problem(
        "video.duration",
        "is \(Rounding.text(described.duration, decimals: 3)) s, but the source lasts "
          + "\(Rounding.text(video.duration, decimals: 3)) s: decide again with "
          + "`gazecut regenerate`")
    }
    return []
  }

  private func problems(in moment: Moment, field: String) -> [DecisionProblem] {
    let times = timeProblems(start: moment.start, end: moment.end, field: field)
    guard times.isEmpty else { return times }
    var found: [DecisionProblem] = []
    if moment.coreStart < moment.start - Self.timeTolerance
      || moment.coreEnd > moment.end + Self.timeTolerance || moment.coreStart > moment.coreEnd
    {
      found += problem(
        "\(field).coreStart", "the core must be inside \(span(moment.start, moment.end))")
    }
    if moment.framing.line?.isTitle == false {
      found += problem("\(field).framing.line", "must be \(String.titleRules)")
    }
    if let active = moment.framing.active {
      found += boxProblems(active, "the area", field: "\(field).framing.active")
    } else {
      for (index, shot) in moment.framing.shots.enumerated() {
        guard let active = shot.active else { continue }
        found += boxProblems(active, "the area", field: "\(field).framing.shots[\(index)].active")
      }
    }
    return found
      + problems(
        in: moment.framing.shots, from: moment.start, to: moment.end,
        field: "\(field).framing.shots")
  }

  /// The problems of a rejected segment.
  ///
  /// It consists of time bins of 0.5 s, so its last bin may extend past the end of the video.
  private func problems(in rejection: RejectedSegment, field: String) -> [DecisionProblem] {
    let end = video.duration + Self.durationTolerance
    guard rejection.start >= 0, rejection.start <= end else {
      return outside(rejection.start, "\(field).start")
    }
    guard rejection.end <= end else { return outside(rejection.end, "\(field).end") }
    guard rejection.end > rejection.start else {
      return problem("\(field).end", "must come after start")
    }
    guard (0...1).contains(rejection.score ?? 0) else {
      return problem("\(field).score", "must be a number from 0 to 1")
    }
    return []
  }

  private func timeProblems(start: Double, end: Double, field: String) -> [DecisionProblem] {
    if start < 0 || start >= video.duration {
      return outside(start, "\(field).start")
    }
    // A moment may end with a frame that extends past the end of the video by half a frame.
    let halfFrame = 0.5 / video.frameRate.value
    if end > video.duration + halfFrame + Self.timeTolerance {
      return outside(end, "\(field).end")
    }
    guard end - start >= 1 / video.frameRate.value - Self.timeTolerance else {
      return problem("\(field).end", "must be at least one frame after start")
    }
    return []
  }

  private func outside(_ time: Double, _ field: String) -> [DecisionProblem] {
    problem(
      field,
      "is \(Rounding.text(time, decimals: 3)), outside the video "
        + "(\(span(0, video.duration)))")
  }

  package func problems(
    in shots: [ClipShot], from start: Double, to end: Double, field: String
  ) -> [DecisionProblem] {
    guard let last = shots.last else {
      return problem(field, "is empty; shots must cover the whole moment")
    }
    var found: [DecisionProblem] = []
    var expected = start
    for (index, shot) in shots.enumerated() {
      let place = "\(field)[\(index)]"
      if abs(shot.start - expected) > Self.timeTolerance {
        found += problem(
          "\(place).start",
          "must be \(Rounding.text(expected, decimals: 3)), where the shot before it ends"
        )
      }
      if shot.end <= shot.start {
        found += problem("\(place).end", "must come after start")
      }
      expected = shot.end
      found += problems(in: shot, field: place)
    }
    if abs(last.end - end) > Self.timeTolerance {
      found += problem(
        "\(field)[\(shots.count - 1)].end",
        "must be \(Rounding.text(end, decimals: 3)), the moment's end")
    }
    return found
  }

  private func problems(in shot: ClipShot, field: String) -> [DecisionProblem] {
    if let part = shot.part {
      guard shot.layout == .fit else {
        return problem("\(field).part", "is allowed only with the layout 'fit'; remove it")
      }
      return boxProblems(part, "the part", field: "\(field).part")
    }
    let windows = shot.layout.windows
    return windows.enumerated().flatMap { index, window in
      problems(
        in: window, of: shot, shape: outputShape * Double(windows.count),
        field: field + (windows.count > 1 ? ".panes[\(index)]" : "") + ".keyframes")
    }
  }

  private func problems(
    in keyframes: [CropKeyframe], of shot: ClipShot, shape: Double, field: String
  ) -> [DecisionProblem] {
    guard !keyframes.isEmpty else { return problem(field, "is empty; give at least one keyframe") }
    var found: [DecisionProblem] = []
    for (index, keyframe) in keyframes.enumerated() {
      let place = "\(field)[\(index)]"
      if keyframe.t < shot.start - Self.timeTolerance
        || keyframe.t > shot.end + Self.timeTolerance
      {
        found += problem("\(place).t", "must be inside \(span(shot.start, shot.end))")
      }
      if index > 0, keyframe.t <= keyframes[index - 1].t {
        found += problem("\(place).t", "must come after the keyframe before it")
      }
      found += windowProblems(keyframe, shape: shape, field: place)
    }
    return found
  }

  private func windowProblems(
    _ window: CropKeyframe, shape: Double, field: String
  ) -> [DecisionProblem] {
    let box = boxProblems(FrameArea(window), "the window", field: field)
    guard box.isEmpty else { return box }
    let expected = window.height * shape
    guard abs(window.width - expected) <= Self.shapeTolerance else {
      return problem(
        "\(field).width",
        "is \(Rounding.text(window.width, decimals: 1)), which would distort the "
          + "picture: for this height it must be \(Rounding.text(expected, decimals: 1))")
    }
    return []
  }

  private func boxProblems(_ box: FrameArea, _ what: String, field: String) -> [DecisionProblem] {
    let slack = Self.pixelTolerance
    for (side, length) in [("width", box.width), ("height", box.height)] where !(length >= 2) {
      return problem("\(field).\(side)", "is too small; the minimum is 2 pixels")
    }
    if !(box.x >= -slack && box.x + box.width <= Double(video.width) + slack) {
      return problem(
        "\(field).x", "\(what) must be inside the picture, from 0 to \(video.width) pixels across")
    }
    if !(box.y >= -slack && box.y + box.height <= Double(video.height) + slack) {
      return problem(
        "\(field).y", "\(what) must be inside the picture, from 0 to \(video.height) pixels down")
    }
    return []
  }

  private func problems(
    in entry: ReelEntry, known: Set<String>, field: String
  ) -> [DecisionProblem] {
    let times = timeProblems(start: entry.start, end: entry.end, field: field)
    guard known.contains(entry.moment) || entry.moment.isEmpty else {
      return times
        + problem(
          "\(field).moment",
          "'\(TerminalText.escaped(entry.moment))' is not the id of a moment; remove this entry or "
            + "correct the id")
    }
    return times
  }

  private func problem(_ field: String, _ message: String) -> [DecisionProblem] {
    [DecisionProblem(field: field, message: message)]
  }

  private func span(_ start: Double, _ end: Double) -> String {
    "\(Rounding.text(start, decimals: 3)) to \(Rounding.text(end, decimals: 3))"
  }
}
