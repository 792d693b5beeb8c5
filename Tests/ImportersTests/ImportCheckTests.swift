import Audience
import Foundation
import TestMaterial
import Testing

@testable import Importers

@Suite struct ImportCheckTests {
  private func columns(
    _ count: Int, every step: Double = 0.5, x: Double = 0.5, happy: (Double) -> Double = { _ in 0 }
  ) -> SampleColumns {
    SampleColumns(
      (0..<count).map { index in
        let time = Double(index) * step
        let point = PicturePoint(x: x + Double(index % 5) / 64, y: 0.5)
        // A face is never quite still.
        let smile = happy(time) + Double(index % 3) / 100
        return Sample(
          time: time, gaze: .at(point, confidence: .full, movement: .unknown),
          face: .scores(FaceScores(known: [.happy: smile])))
      })
  }

  private func check(_ columns: SampleColumns, videoDuration: Double? = nil) -> ImportCheck {
    ImportCheck(columns, WarningFinder(videoDuration: videoDuration))
  }

  private func kinds(_ columns: SampleColumns, _ videoDuration: Double? = nil) -> [ImportWarning
    .Kind]
  {
    check(columns, videoDuration: videoDuration).oddities.map(\.kind)
  }

  @Test func ordinarySessionHasFiguresAndNoWarnings() {
    let check = check(columns(200), videoDuration: 100)
    #expect(check.samples == 200 && check.from == 0 && check.to == 99.5 && check.rate == 2)
    #expect(check.usableGaze == 1 && check.gazeOnPicture == 1 && check.usableFaces == 1)
    #expect(check.oddities.isEmpty)
    #expect(
      check.summary
        == "200 samples, 0 to 99.5 s, 2 per second, gaze usable in 100 %, 100 % of it on the "
        + "picture, a face in 100 %")
  }

  @Test func singleSampleIsNotInThePlural() {
    #expect(check(columns(1)).summary.hasPrefix("1 sample, at 0 s, gaze"))
  }

  @Test func fastClockIsReported() {
    let check = check(columns(206), videoDuration: 99.5)
    #expect(check.oddities.map(\.kind) == [.fastClock])
    #expect(check.oddities[0].description.contains("the clock runs 3 % fast"))
    #expect(kinds(columns(201), 99.5) == [])
  }

  @Test func gazeOutsideTheFrameIsReported() {
    #expect(kinds(columns(100, x: 1.4), 50) == [.offPicture])
    #expect(kinds(columns(100, x: 0.2), 50) == [])
  }

  @Test func wrongTimeUnitsAreReported() {
    let slow = check(columns(100, every: 40)).oddities
    #expect(slow.map(\.kind) == [.unit])
    #expect(slow[0].description.contains("s apart: check the unit of the times"))
    let fast = check(columns(2000, every: 0.00005)).oddities
    #expect(fast.first?.description.contains("check the unit of the times") ?? false)
    // 30 s at 2 Hz, read as milliseconds: too few samples to estimate a rate.
    #expect(kinds(columns(60, every: 0.0005)).first == .unit)
    #expect(kinds(columns(100, every: 2), 60) == [.beyondVideo])
    // A low sampling rate in a long video is not a wrong unit.
    #expect(kinds(columns(100, every: 5), 600) == [])
  }

  @Test func repeatedAndUnorderedTimesAreReported() {
    var twice = columns(100)
    twice.append(columns(100), in: 0..<50)
    #expect(kinds(twice) == [.sharedTimes])
    #expect(check(twice).oddities[0].description.contains("does the file contain several viewers"))
    let mixed = SampleColumns((0..<100).map { columns(100)[$0 % 2 * 50 + $0 / 2] })
    #expect(kinds(mixed) == [.disorder])
  }

  /// Regression: two viewers without a viewer column were one session of 142 samples per second.
  @Test func secondViewerWithoutAColumnIsReported() {
    let (one, other) = (columns(200, every: 0.1), columns(200, every: 0.0937))
    #expect(kinds(SampleColumns(one.map(\.self) + other.map(\.self))) == [.disorder])
    // One sample that was written late is not a second viewer.
    var late = one.map(\.self)
    late.swapAt(100, 130)
    #expect(kinds(SampleColumns(late)) == [])
  }

  @Test func constantAndLostValuesAreReported() {
    let still = SampleColumns(
      (0..<60).map {
        Sample(
          time: Double($0) / 2,
          gaze: .at(PicturePoint(x: 0.5, y: 0.5), confidence: .full, movement: .unknown),
          face: .scores(FaceScores(known: [.happy: 0.2])))
      })
    #expect(kinds(still) == [.frozenGaze, .frozenFace])
    let lost = SampleColumns(
      (0..<60).map { Sample(time: Double($0) / 2, gaze: .lost, face: .lost) })
    #expect(kinds(lost) == [.lostGaze, .lostFaces])
  }

  @Test func recordingDateInTheFutureIsReported() {
    let now = Date(timeIntervalSince1970: 1_795_000_000)
    let samples = SampleBuffer(TemporarySampleFile(file: "f", folder: nil))
    var session = StagedSession(
      video: "v", session: "s", viewer: "a", recordedAt: now.addingTimeInterval(3600),
      samples: samples, skipped: [:])
    var finder = WarningFinder(session: session, now: now)
    #expect(ImportCheck(columns(10), finder).oddities.map(\.kind) == [.future])
    session.recordedAt = now.addingTimeInterval(-3600)
    finder.session = session
    #expect(ImportCheck(columns(10), finder).oddities.isEmpty)
  }

  @Test func importCheckIsUnchangedAfterEncoding() throws {
    let check = check(columns(206), videoDuration: 99.5)
    let stored = try JSONEncoder().encode(check)
    #expect(try JSONDecoder().decode(ImportCheck.self, from: stored) == check)
  }
}
