import EditDecisions
import Testing

@testable import CutLists

/// Frames are counted once, on exact rates, and on the source's own clock.
@Suite struct FrameCountingTests {
  @Test(arguments: [
    (FrameRate(24000, 1001), "24000/1001"), (FrameRate(2997, 100), "30000/1001"),
    (FrameRate(30, 1), "30/1"), (FrameRate(60000, 1001), "60000/1001"),
    (FrameRate(120, 1), "60/1"), (FrameRate(120_000, 1001), "60000/1001"),
    (FrameRate(25, 1), "25/1"), (FrameRate(15, 1), "15/1"), (FrameRate(240, 1), "60/1"),
  ])
  func ratesAreExact(rate: FrameRate, counted: String) {
    #expect("\(rate.counted)" == counted)
  }

  /// Numbers of SMPTE 12M: two are dropped each minute but the tenth.
  @Test(arguments: [
    ("00:01:27:00", 2610), ("00:01:27;00", 2608), ("01:00:00:00", 108_000),
    ("01:00:00;00", 107_892), ("00:00:59;29", 1799), ("00:01:00;02", 1800),
    ("00:10:00;00", 17982), ("00:09:59;29", 17981),
  ])
  func timecodesCountAsTheStandardSays(text: String, frame: Int) {
    let rate = FrameRate(30000, 1001)
    let code = Timecode(text: text, rate: rate)
    #expect(code?.frame == frame)
    #expect(Timecode.text(frame, rate: rate, isDrop: text.contains(";")) == text)
  }

  @Test func everyFrameOfADroppingHourComesBack() {
    let rate = FrameRate(60000, 1001)
    for frame in stride(from: 0, to: 216_000, by: 7) {
      let text = Timecode.text(frame, rate: rate, isDrop: true)
      #expect(Timecode(text: text, rate: rate)?.frame == frame, "\(text)")
    }
  }

  @Test(arguments: ["", "1:2:3", "00:00:00:30", "00:61:00:00", "aa:bb:cc:dd", "00:00:00"])
  func whatIsNoTimecodeIsNone(text: String) {
    #expect(Timecode(text: text, rate: FrameRate(30, 1)) == nil)
  }

  @Test func aLengthIsRoundedFromItsSpan() {
    // 1.016 to 2.017 s at 30: frames 30 and 61. Rounding the length of 1.001 s by itself gives 30.
    var moment = ListMaterial.moment
    (moment.start, moment.end) = (1.016, 2.017)
    moment.framing.shots = [
      ClipShot(start: 1.016, end: 1.5, cut: .source, layout: .fit),
      ClipShot(start: 1.5, end: 2.017, cut: .source, layout: .fit),
    ]
    let list = EditTimeline(
      moment, of: ListMaterial.source(rate: FrameRate(30, 1)), canvas: ListMaterial.short)
    #expect(list.cuts.map(\.frames) == [30..<45, 45..<61])
    #expect(list.cuts.map(\.at) == [0, 15])
  }

  /// A timecode has whole frames a second; 12.5 of the source are 25 of a usual clock.
  @Test(arguments: [
    (FrameRate(25, 2), "00:00:20:00 00:00:24:00", "25/1, 2 per frame"),
    (FrameRate(15, 1), "00:00:20:00 00:00:24:00", "30/1, 2 per frame"),
    (FrameRate(8, 1), "00:00:20:00 00:00:24:00", "24/1, 3 per frame"),
    (FrameRate(25, 1), "00:00:20:00 00:00:24:00", ""),
  ])
  func anEDLCountsOnAUsualClock(rate: FrameRate, times: String, told: String) {
    let source = ListMaterial.source(rate: rate)
    let list = EditTimeline(ListMaterial.moment, of: source, canvas: ListMaterial.short)
    let text = ExportFormat.edl.text(list)
    #expect(text.contains(times), "\(text)")
    #expect(told.isEmpty || text.contains(told))
    // A clock of 13 frames would have fallen behind by then; 29 s is no frame of 12.5, but the
    // half.
    #expect(text.contains(rate.nominal == 13 ? " 00:00:29:01 " : " 00:00:29:00 "), "\(text)")
  }

  @Test func aSourcesClockMovesItsFramesAndNotTheTimeline() {
    let source = ListMaterial.source(timecode: "01:00:00;00")
    let list = EditTimeline(ListMaterial.moment, of: source, canvas: ListMaterial.short)
    // 20 s at 29.97 is frame 599; the first frame bears number 107892.
    #expect(ExportFormat.otio.text(list).contains("\"value\": 108491.0"))
    #expect(ExportFormat.fcpxml.text(list).contains("start=\"\(108_491 * 1001)/30000s\""))
    #expect(ExportFormat.edl.text(list).contains("01:00:19;29 "))
    #expect(ExportFormat.edl.text(list).contains("FCM: DROP FRAME"))
    #expect(ExportFormat.mlt.text(list).contains("in=\"599\" out=\"718\""))
  }
}
