import EditDecisions
import Foundation
import Support
import TestMaterial
import Testing

@Suite struct DecisionTableTests {
  @Test func tableShowsFiguresOfMomentsAndRejectedSegments() {
    let text = DecisionTable(ExampleDocument.document).text
    for figure in [
      "bbb: 2:10.0", "42 viewers", "left out: 3, gaze and face lost", "1:27.0", "1:45.0",
      "18.0 s", "0.81", "happy", "71 % (27.0)", "38", "91 %",
      "crop+fit+stack, pans, 3 shots", "person#3", "gaze scattered", "reel: 1",
    ] {
      #expect(text.contains(figure), "\(figure) is missing in\n\(text)")
    }
  }

  @Test(arguments: [
    (nil, nil),
    (
      "too few looks: the whole picture for 6.0 s",
      "gaze for 12.0 s; too few looks: the whole picture for 6.0 s"
    ),
    (
      "too few looks: face#2 for 12.0 s, the whole picture for 6.0 s",
      "too few looks: face#2 for 12.0 s, the whole picture for 6.0 s"
    ),
  ])
  func framedByNamesTheSecondsOfEachPart(stored: String?, text: String?) {
    var moment = ExampleDocument.moment
    (moment.start, moment.end) = (87, 105)
    moment.why.framedBy = stored
    #expect(moment.framedByText == text)
  }

  /// A 9:16 crop of a height, with its centre at `x`.
  private static func window(at time: Double, x: Double, height: Double) -> CropKeyframe {
    let width = height * 9 / 16
    return CropKeyframe(t: time, x: x - width / 2, y: 0, width: width, height: height)
  }

  @Test(arguments: [
    // Centre and height of the crop over time, and the expected words.
    ([(300.0, 720.0), (300, 720), (300, 720)], "crop, 1 shot"),
    ([(300, 720), (500, 720), (500, 720)], "crop, pans, 1 shot"),
    ([(300, 720), (300, 400), (300, 400)], "crop, zooms, 1 shot"),
    ([(300, 720), (300, 400), (500, 400)], "crop, pans, zooms, 1 shot"),
  ])
  func tableNamesPansAndZooms(steps: [(x: Double, height: Double)], expected: String) {
    var document = ExampleDocument.document
    let (start, end) = (document.moments[0].start, document.moments[0].end)
    let keyframes = steps.enumerated().map { index, step in
      Self.window(at: start + Double(index), x: step.x, height: step.height)
    }
    document.moments[0].framing.shots = [
      ClipShot(start: start, end: end, cut: .source, layout: .crop(keyframes))
    ]
    let text = DecisionTable(document).text
    #expect(text.contains(expected), "\(text)")
  }

  @Test func confidenceIsAColumnIfAnyMomentHasIt() throws {
    var document = ExampleDocument.document
    #expect(!DecisionTable(document).text.contains("conf."))
    document.moments[0].why.sure = 0.95
    document.moments[0].why.resamples = 40
    let text = DecisionTable(document).text
    #expect(text.contains(/score +conf\. +reacting/) && text.contains(/0\.81 +95 %/))
    let read = try DecisionDocument(json: Data(document.json.utf8))
    #expect(read == document.rounded())
    let bare = document.withoutEvidence.moments[0].why
    #expect(bare.sure == nil && bare.resamples == nil)
  }

  @Test func figuresAreDescribedInWords() {
    var why = ExampleDocument.moment.why
    #expect(
      why.reacting == "on average 71 % of the visible faces react (27.0 viewers), mostly happy")
    #expect(why.confidenceText == nil)
    (why.sure, why.resamples) = (0.95, 40)
    // (39 + 1) / (40 + 2), by the rule of succession.
    #expect(why.confidenceText == "0.95 (found again by 39 of 40 resampled audiences)")
    why.sure = 0.98
    #expect(why.confidenceText == "0.98 (found again by 40 of 40 resampled audiences)")
    why.sure = 0.02
    #expect(why.confidenceText == "0.02 (found again by 0 of 40 resampled audiences)")
    why.sure = 0.95
    // Both counts are optional in a document.
    (why.reactingViewers, why.resamples) = (nil, nil)
    #expect(why.reacting == "on average 71 % of the visible faces react, mostly happy")
    #expect(why.confidenceText == "0.95 of resampled audiences find it again")
    why.removeConfidence()
    #expect(why.confidenceText == nil)
    #expect(MomentReasons(viewers: 9).reacting == nil)
  }

  @Test func columnsAreAligned() throws {
    var document = ExampleDocument.document
    document.moments.append(ExampleDocument.moment)
    document.moments[1].why = MomentReasons(viewers: 5)
    let lines = DecisionTable(document).text.split(separator: "\n").map(Array.init)
    let header = try #require(lines.first { String($0).hasSuffix("gaze  viewers") })
    let rows = lines.filter { String($0).contains("1:45.0") }
    #expect(rows.count == 2)
    // Figures are right-aligned with the titles of their columns.
    for row in rows { #expect(row.count == header.count) }
  }

  @Test func eachFactHasALabelledLine() {
    var document = ExampleDocument.document
    document.moments[0].why.startReason = "a cut of the source"
    document.moments[0].why.endReason = "a pause"
    let lines = DecisionTable(document).text.split(separator: "\n")
    for (label, fact) in [
      ("framing", "91 % of the gaze"), ("reaction", "happy"), ("begins", "a cut of the source"),
      ("ends", "a pause"), ("watching", "person#3"),
    ] {
      let line = lines.first { $0.hasPrefix("     \(label) ") }
      #expect(line?.contains(fact) == true, "\(label): \(lines)")
    }
  }

  @Test func tableFitsIn80Columns() {
    var document = ExampleDocument.document
    document.video.id = String(repeating: "v", count: 64)
    document.video.duration = 36_000
    document.moments[0].rank = 10
    document.moments[0].why.sure = 1
    document.moments[0].start = 35_000
    document.moments[0].end = 35_060
    document.moments[0].why.emotion = "surprise, and a word too many for its column"
    document.moments[0].why.sceneStealer = String(repeating: "long label ", count: 20)
    document.moments[0].why.startReason = String(repeating: "x", count: 300)
    document.rejected[0].reason = String(repeating: "a reason of many words ", count: 12)
    document.audience.excluded[0].reason = String(repeating: "gaze lost ", count: 30)
    let text = DecisionTable(document).text
    let widest = text.split(separator: "\n").map(\.count).max() ?? 0
    #expect(widest <= 80 && widest > 70, "\(widest) columns:\n\(text)")
    // Wrapping loses no text.
    #expect(text.count(where: { $0 == "x" }) >= 300)
  }

  @Test func controlCharactersInLabelsArePrintedEscaped() {
    var document = ExampleDocument.document
    document.moments[0].why.sceneStealer = "\u{1B}[2J\u{9B}31mperson#3\u{202E}"
    document.moments[0].why.emotion = "\u{7}hap"
    document.rejected[0].reason = "line\nbreak\r"
    let text = DecisionTable(document).text
    #expect(text.contains(#"\u{1b}[2J\u{9b}31mperson#3\u{202e}"#))
    #expect(text.contains(#"\u{7}hap"#) && text.contains(#"line\u{a}break\u{d}"#))
    let controls = text.unicodeScalars.filter {
      $0 != "\n" && ($0.value < 32 || (127..<160).contains($0.value) || $0.value == 0x202E)
    }
    #expect(controls.isEmpty)
    // JSON uses its own escapes, which restore the text.
    #expect(document.json.contains(#"\u001b[2J\u009b31m"#))
  }

  @Test func tableGivesTheReasonForChoosingNothing() throws {
    var document = ExampleDocument.document
    document.moments = []
    document.reason = "nobody reacted for long"
    let text = DecisionTable(document).text
    #expect(try DecisionDocument(json: Data(document.json.utf8)).reason == document.reason)
    #expect(text.contains("no moment: nobody reacted for long"))
  }

  @Test(arguments: [
    (0.0, "0:00.0"), (59.96, "1:00.0"), (87, "1:27.0"), (3725.5, "1:02:05.5"),
  ])
  func clockHasHoursMinutesAndTenths(seconds: Double, text: String) {
    #expect(PlayTime.clock(seconds) == text)
  }
}
