import Audience
import TestMaterial
import Testing

@testable import Importers

@Suite struct FirebaseImportTests {
  private var file: ImportFile {
    var file = ImportFile(format: "firebase", options: ImportOptions(video: "v"))
    file.options.startedAt = WallClock("2019-04-23T20:55:10")
    return file
  }

  private func face(
    _ second: Int, _ counter: Int, id: Int = 1, smile: String = "93", eyes: String = "90"
  ) -> String {
    """
    "-M\(second)x\(counter)":{"smileProb":\(smile),"leftEyeOpenProb":\(eyes),\
    "rightEyeOpenProb":\(eyes),"trackingId":\(id),"timestamp":"201904232055\(second)",\
    "counter":\(counter)}
    """
  }

  private func export(_ faces: [String]) -> String {
    "{\"faces\":{\(faces.joined(separator: ","))}}"
  }

  @Test func theSamplesOfASecondAreSpreadByTheirCounter() throws {
    let text = export([
      face(12, 5), face(11, 2), face(11, 4), face(11, 1), face(11, 3), face(12, 6),
    ])
    let read = try file.sessions(text)
    #expect(read.count == 1)
    #expect(read[0].samples.map(\.time) == [1, 1.25, 1.5, 1.75, 2, 2.5])
    guard case .scores(let scores) = read[0].samples[0].face else { return #expect(Bool(false)) }
    #expect(abs(scores[.happy] - 0.93) < 0.003)
    // ML Kit tells smiles only: what is no smile may be anything.
    #expect(scores.told == EmotionSet(.happy) && !scores.areStrongest)
  }

  @Test func closedEyesAreABlinkAndMissingScoresAreUnknown() throws {
    let text = export([
      face(11, 1, eyes: "19"), face(12, 2, eyes: "20"), face(13, 3, smile: "null"),
      "\"a\":{\"leftEyeOpenProb\":3,\"timestamp\":\"20190423205514\",\"counter\":4}",
    ])
    let samples = try file.sessions(text).flatMap { $0.samples }
    #expect(samples.map(\.gaze) == [.blink, .notReported, .notReported, .notReported])
    #expect(samples.map { $0.face == .lost } == [false, false, true, true])
  }

  @Test func timesOfAnotherDaySayWhichTheyAre() throws {
    var file = file
    file.options.startedAt = WallClock("2018-01-01T00:00:00")
    let refusal = file.refusal(export([face(16, 1)]))
    #expect(refusal.contains("no time of the file fits --started-at"))
    #expect(refusal.hasSuffix("the first in the file is 2019-04-23T20:55:16"))
  }

  @Test func idsThatFollowEachOtherAreOneViewer() throws {
    // 1 leaves and returns as 2; 3 sits beside them all the while.
    let text = export([
      face(11, 1, id: 1), face(11, 2, id: 3), face(12, 3, id: 1), face(13, 4, id: 2),
      face(14, 5, id: 3), face(14, 6, id: 2),
    ])
    let read = try file.sessions(text, name: "kiosk.json")
    #expect(read.map(\.session) == ["kiosk", "kiosk-2"])
    #expect(read[0].viewer != read[1].viewer)
    #expect(read.map { $0.samples.map(\.time) } == [[1, 2, 3, 4], [1, 4]])
  }

  @Test func whatCameBeforeTheVideoIsCounted() throws {
    let read = try file.sessions(export([face(10, 1), face(11, 2), face(12, 3)]))
    #expect(read[0].samples.map(\.time) == [0, 1, 2])
    var late = file
    late.options.startedAt = WallClock("20190423205512")
    let rest = try late.sessions(export([face(10, 1), face(11, 2), face(12, 3)]))
    #expect(rest[0].samples.map(\.time) == [0])
    #expect(rest[0].skipped == ["negative time": 2])
  }

  @Test func theStartMustBeTold() throws {
    var bare = file
    bare.options.startedAt = nil
    #expect(bare.refusal(export([face(11, 1)])).contains("give --started-at"))
    bare.options.startedAt = WallClock("2019-04-23T20:55:10Z")
    #expect(bare.refusal(export([face(11, 1)])).contains("without Z or +02:00"))
    #expect(file.refusal("{\"faces\":{}}").contains("no usable sample;"))
    #expect(
      file.refusal("{\"faces\":{\"a\":{\"smileProb\":3}}}").contains("time is not a number 1"))
    #expect(file.refusal("{\"faces\":{\"a\":").contains("1: the file ends inside a value;"))
  }

  @Test(arguments: [
    ("2019-04-23T20:55:10", 1_556_052_910.0), ("20190423205510", 1_556_052_910),
    ("2019-04-23 20:55:10.5", 1_556_052_910.5), ("2024-02-29T00:00:00", 1_709_164_800),
  ])
  func wallClocksAreRead(_ text: String, _ seconds: Double) {
    #expect(WallClock(text)?.seconds == seconds)
    #expect(WallClock(text + "+02:00")?.unixSeconds == seconds - 7200)
  }

  @Test(arguments: [
    "2019-13-01T00:00:00", "2019-02-29T00:00:00", "soon", "", "2019-04-23T20:55:10x",
  ])
  func impossibleClocksAreNot(_ text: String) { #expect(WallClock(text) == nil) }
}
