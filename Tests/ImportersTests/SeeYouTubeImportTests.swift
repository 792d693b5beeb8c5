import Audience
import TestMaterial
import Testing

@testable import Importers

@Suite struct SeeYouTubeImportTests {
  private func file(player: SourceRectangle? = SourceRectangle(width: 844, height: 475))
    -> ImportFile
  {
    var file = ImportFile(format: "seeyoutube", options: ImportOptions(video: "v"))
    file.options.player = player
    file.options.pictureSize = { _ in FrameSize(width: 1688, height: 950) }
    return file
  }

  private func block(
    _ time: String, gaze: String = "(422.00, 118.75)", tracking: String = "SUCCESS",
    screen: String = "INSIDE_OF_SCREEN", emotion: String? = "happy     : 92.3 %"
  ) -> String {
    let rule = String(repeating: "-", count: 38)
    let face =
      emotion.map {
        """
        | Emotion Info |
            Prediction State    : SUCCESS
            Prediction Result   :
            \t\t\t\t\t\t  \($0)

        """
      } ?? ""
    return """
      DEBUG: Tracker starts tracking
      \(rule)

      | Play Time |
          \(time)
      | Gaze Info |
          Poisition           : \(gaze)
          Tracking State      : \(tracking)
          Eye Movement State  : FIXATION
          Screen State        : \(screen)
      \(face)\(rule)

      """
  }

  @Test(arguments: [
    ("00:31.5 sec", 31.05), ("00:31.50 sec", 31.5), ("01:00.7 sec", 60.07), ("00:31.0 sec", 31),
    ("75:02.99 sec", 4502.99),
  ])
  func hundredthsOfASecondHaveNoLeadingZero(_ text: String, _ expected: Double) throws {
    #expect(try file().sessions(block(text))[0].samples.map(\.time) == [expected])
  }

  @Test func missingCarryIsAddedToTheSeconds() throws {
    // 31.498, 31.998, 32.498 and, after the viewer seeks back, 20.00.
    let times = ["00:31.50 sec", "00:31.0 sec", "00:32.50 sec", "00:20.0 sec"]
    let read = try file().sessions(times.map { block($0) }.joined())
    #expect(read[0].samples.map(\.time) == [31.5, 32, 32.5, 20])
    // A sequence of whole and half seconds is not changed.
    let even = ["00:31.0 sec", "00:31.50 sec", "00:32.0 sec", "00:32.50 sec"]
    #expect(
      try file().sessions(even.map { block($0) }.joined())[0].samples.map(\.time) == [
        31, 31.5, 32, 32.5,
      ])
  }

  @Test(arguments: [
    ("(422.00, 118.75)", "SUCCESS", "INSIDE_OF_SCREEN", true, GazeConfidence.full),
    ("(422.00, 118.75)", "LOW_CONFIDENCE", "INSIDE_OF_SCREEN", true, .low),
    ("(nan, nan)", "SUCCESS", "INSIDE_OF_SCREEN", false, .full),
    ("None", "None", "None", false, .full),
    ("(422.00, 118.75)", "FACE_MISSING", "UNKNOWN", false, .full),
    ("(422.00, 118.75)", "UNSUPPORTED", "UNKNOWN", false, .full),
    ("(422.00, 118.75)", "SUCCESS", "OUTSIDE_OF_SCREEN", false, .full),
  ])
  func unusableGazeIsLost(
    _ gaze: String, _ tracking: String, _ screen: String, _ isThere: Bool,
    _ confidence: GazeConfidence
  ) throws {
    let text = block("00:31.50 sec", gaze: gaze, tracking: tracking, screen: screen)
    let read = try file().sessions(text)
    let point = PicturePoint(x: 0.5, y: 0.25)
    let expected: Gaze = isThere ? .at(point, confidence: confidence, movement: .fixation) : .lost
    #expect(read[0].samples[0].gaze == expected)
  }

  @Test func gazeIsCorrectedForTheLetterbox() throws {
    let text = block("00:31.50 sec", gaze: "(200.00, 150.00)")
    var square = file(player: SourceRectangle(width: 400, height: 400))
    square.options.pictureSize = { _ in FrameSize(width: 1280, height: 640) }
    let gaze = try square.sessions(text)[0].samples[0].gaze
    #expect(gaze == .at(PicturePoint(x: 0.5, y: 0.25), confidence: .full, movement: .fixation))
  }

  @Test func emotionsAreReadAsPercentages() throws {
    let shares = [
      ("happy     : 100% %", 1.0), ("happy : 0.42 %", 0.0042), ("happy : 92.3 %", 0.923),
    ]
    for (line, share) in shares {
      let read = try file().sessions(block("00:31.50 sec", emotion: line))
      guard case .scores(let scores) = read[0].samples[0].face else { throw NoScores() }
      #expect(abs(Double(scores[.happy]) - share) < 0.003)
    }
    let early = try file().sessions(block("00:31.50 sec", emotion: nil))
    #expect(early[0].samples[0].face == .notReported)
    let odd = try file().sessions(block("00:31.50 sec", emotion: "smug : 92 %"))
    #expect(odd[0].samples[0].face == .lost && odd[0].skipped == ["unknown emotion": 1])
  }

  private struct NoScores: Error {}

  @Test func unusableBlocksAreCountedOrRejected() throws {
    let text = block("None") + block("00:31.50 sec")
    #expect(try file().sessions(text)[0].skipped == ["time is not a number": 1])
    #expect(file().rejection("DEBUG: nothing").contains("no usable sample;"))
    #expect(file().rejection(block("None")).contains("no usable sample (time is not a number 1);"))
    #expect(file(player: nil).rejection(block("00:31.50 sec")).contains("give --player WxH"))
    #expect(file().rejection(block("90000:00.0 sec")).contains("time is not a number"))
  }
}
