import EditDecisions
import Testing

@testable import CutLists

/// Conversion of times to frame numbers and timecodes.
@Suite struct FrameCountingTests {
  @Test(arguments: [
    (FrameRate(24000, 1001), "24000/1001"), (FrameRate(2997, 100), "30000/1001"),
    (FrameRate(30, 1), "30/1"), (FrameRate(60000, 1001), "60000/1001"),
    (FrameRate(120, 1), "60/1"), (FrameRate(120_000, 1001), "60000/1001"),
    (FrameRate(25, 1), "25/1"), (FrameRate(15, 1), "15/1"), (FrameRate(240, 1), "60/1"),
  ])
  func countedFrameRateIsExactAndAtMost60(rate: FrameRate, counted: String) {
    #expect("\(rate.counted)" == counted)
  }

  /// Drop-frame timecode skips two numbers per minute, except in every tenth minute.
  @Test(arguments: [
    ("00:01:27:00", 2610), ("00:01:27;00", 2608), ("01:00:00:00", 108_000),
    ("01:00:00;00", 107_892), ("00:00:59;29", 1799), ("00:01:00;02", 1800),
    ("00:10:00;00", 17982), ("00:09:59;29", 17981),
  ])
  func timecodesFollowSMPTE12M(text: String, frame: Int) {
    let rate = FrameRate(30000, 1001)
    let code = Timecode(text: text, rate: rate)
    #expect(code?.frame == frame)
    #expect(Timecode.text(frame, rate: rate, isDrop: text.contains(";")) == text)
  }

  @Test func dropFrameTimecodesOfOneHourAreReadBack() {
    let rate = FrameRate(60000, 1001)
    for frame in stride(from: 0, to: 216_000, by: 7) {
      let text = Timecode.text(frame, rate: rate, isDrop: true)
      #expect(Timecode(text: text, rate: rate)?.frame == frame, "\(text)")
    }
  }

  @Test(arguments: ["", "1:2:3", "00:00:00:30", "00:61:00:00", "aa:bb:cc:dd", "00:00:00"])
  func invalidTimecodesAreNil(text: String) {
    #expect(Timecode(text: text, rate: FrameRate(30, 1)) == nil)
  }

  @Test func lengthIsCountedBetweenRoundedEnds() {
    // At 30 fps, 1.016 s and 2.017 s are frames 30 and 61. The length alone rounds to 30 frames.
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

  /// Timecode needs a whole number of frames per second, so a 12.5 fps source is counted at 25 fps.
  @Test(arguments: [
    (FrameRate(25, 2), "00:00:20:00 00:00:24:00", "25/1, 2 per frame"),
    (FrameRate(15, 1), "00:00:20:00 00:00:24:00", "30/1, 2 per frame"),
    (FrameRate(8, 1), "00:00:20:00 00:00:24:00", "24/1, 3 per frame"),
    (FrameRate(25, 1), "00:00:20:00 00:00:24:00", ""),
  ])
  func edlUsesAStandardTimecodeRate(rate: FrameRate, times: String, note: String) {
    let source = ListMaterial.source(rate: rate)
    let list = EditTimeline(ListMaterial.moment, of: source, canvas: ListMaterial.short)
    let text = ExportFormat.edl.text(list)
    #expect(text.contains(times), "\(text)")
    #expect(note.isEmpty || text.contains(note))
    // At 12.5 fps, 29 s is between two frames. A timecode of 13 fps would differ here.
    #expect(text.contains(rate.nominal == 13 ? " 00:00:29:01 " : " 00:00:29:00 "), "\(text)")
  }

  @Test func sourceTimecodeShiftsSourceFramesOnly() {
    let source = ListMaterial.source(timecode: "01:00:00;00")
    let list = EditTimeline(ListMaterial.moment, of: source, canvas: ListMaterial.short)
    // 20 s at 29.97 fps is frame 599. The timecode of the first frame has number 107892.
    #expect(ExportFormat.otio.text(list).contains("\"value\": 108491.0"))
    #expect(ExportFormat.fcpxml.text(list).contains("start=\"\(108_491 * 1001)/30000s\""))
    #expect(ExportFormat.edl.text(list).contains("01:00:19;29 "))
    #expect(ExportFormat.edl.text(list).contains("FCM: DROP FRAME"))
    #expect(ExportFormat.mlt.text(list).contains("in=\"599\" out=\"718\""))
  }
}
