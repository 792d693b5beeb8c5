import Audience
import TestMaterial
import Testing

@testable import Importers

private let records = """
  [{"playTime":31,"gazeInfo":{"x":0.5,"y":0.25,"trackingState":"SUCCESS",\
  "eyeMovementState":"FIXATION","screenState":"INSIDE_OF_SCREEN"},\
  "emotionInfo":{"classification":"happy","confidencePercentage":40}},
  {"playTime":"32","gazeInfo":{"x":-1,"y":-1,"trackingState":"SUCCESS"},\
  "emotionInfo":{"classification":"none","confidencePercentage":0}},
  {"playTime":33,"gazeInfo":{"x":1.5,"y":0.5}},{"playTime":null},
  {"playTime":34,"emotionInfo":{"classification":"smug","confidencePercentage":9}}]
  """

@Suite struct SeeTubeImportTests {
  private var file: ImportFile {
    ImportFile(format: "seetube", options: ImportOptions(video: "7"))
  }

  private func check(_ session: ImportedSession) {
    let gazes = session.samples.map(\.gaze)
    let inside = PicturePoint(x: 0.5, y: 0.25)
    let outside = PicturePoint(x: 1.5, y: 0.5)
    #expect(
      gazes == [
        .at(inside, confidence: .full, movement: .fixation), .lost,
        .at(outside, confidence: .full, movement: .unknown), .notReported,
      ])
    #expect(session.samples.map(\.time) == [31, 32, 33, 34])
    #expect(session.samples.map(\.face).dropFirst() == [.lost, .notReported, .lost])
    guard case .scores(let scores) = session.samples[0].face else { return #expect(Bool(false)) }
    #expect(abs(scores[.happy] - 0.4) < 0.003)
    // Only the strongest class is in the file, so the scores of the others are lower.
    #expect(scores.told == EmotionSet([.happy]) && scores.areStrongest)
    let skipped = session.skipped.filter { $0.key != "session without a usable sample" }
    #expect(skipped == ["time is not a number": 1, "unknown emotion": 1])
  }

  @Test(arguments: [
    records, "{\"watchingInfos\":\(records)}", "{\"watchingInfos\" : \(records), \"a\":[{}]}",
  ])
  func documentOrBareListIsOneSession(_ text: String) throws {
    let sessions = try file.sessions(text, name: "review.json")
    #expect(sessions.map(\.session) == ["review"])
    check(sessions[0])
  }

  @Test func tableHasOneSessionPerRow() throws {
    let quoted = "\"" + records.replacing("\"", with: "\"\"") + "\""
    let csv =
      "id,videoId,reviewerId,watchingInfos\r\n12,7,u1,\(quoted)\r\n13,7,u2,[]\r\n14,7,u2,\(quoted)"
    let sessions = try file.sessions(csv, name: "table.csv")
    #expect(sessions.map(\.session) == ["12", "14"])
    #expect(sessions.map(\.viewer) == ["u1", "u2"])
    for session in sessions { check(session) }
  }

  @Test func jsonTableCanContainListsAsText() throws {
    let text = records.replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    let json = """
      [{"id":12,"videoId":7,"reviewerId":3,"watchingInfos":"\(text)"},
       {"id":13,"watchingInfos":\(records),"videoId":7,"reviewerId":"x"}]
      """
    let sessions = try file.sessions(json)
    #expect(sessions.map(\.session) == ["12", "13"])
    #expect(sessions.map(\.viewer) == ["3", "x"])
    for session in sessions { check(session) }
  }

  @Test(arguments: [
    ("[]", "the file has no usable sample;"), ("", "the file has no usable sample;"),
    ("a,b\n1,2", "1: there is no column 'watchingInfos';"),
    ("id,watchingInfos\n1,[],3", "2: the row has 3 cells;"),
    ("id,watchingInfos\n1,\"[{}]", "2: the file ends inside a quoted cell;"),
    ("id,watchingInfos\n1,[{\n", "2: the file ends inside a value;"),
    ("[{\"playTime\":1,\n\"gazeInfo\":{]}]", "2: found ']';"),
    ("[{\"id\":1,\"videoId\":8,\"watchingInfos\":\(records)}]", "4: the file names the video '8'"),
    ("[{\"playTime\":31000000,\"gazeInfo\":{}}]", "1: the time is more than 24 h"),
  ])
  func invalidFilesAreRejected(_ text: String, _ beginning: String) {
    #expect(file.rejection(text).trimmingPrefix(" ").hasPrefix(beginning))
  }

  @Test func repeatedReviewIDIsRejected() {
    let row = "{\"id\":1,\"videoId\":7,\"watchingInfos\":\(records)}"
    #expect(file.rejection("[\(row),\(row)]").contains("two reviews have this ID"))
  }
}
