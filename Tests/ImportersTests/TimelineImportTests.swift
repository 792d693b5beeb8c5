import Audience
import Foundation
import TestMaterial
import Testing

@testable import Importers

private let header = """
  {"gazecut":"timeline/1","video":"bbb","session":"s-001","viewer":"ben",\
  "picture":{"x":0,"y":0,"width":800,"height":400},"recordedAt":"2026-11-19T21:03:00Z"}

  """
private let line = """
  {"t":31.5,"gaze":{"x":200.0,"y":100,"tracking":"SUCCESS","movement":"FIXATION",\
  "screen":"INSIDE_OF_SCREEN"},"emotion":{"state":"SUCCESS","scores":{"happy":0.4}}}

  """

@Suite struct TimelineImportTests {
  private let file = ImportFile(format: "timeline")

  private func sample(_ text: String) throws -> Sample {
    // A valid line is added, because a file without usable samples is rejected.
    let session = try #require(try file.sessions(header + text + "\n" + line).first)
    return session.samples[0]
  }

  @Test func lineBecomesASampleInFrameCoordinates() throws {
    let session = try #require(try file.sessions(header + line).first)
    #expect(session.video == "bbb" && session.session == "s-001" && session.viewer == "ben")
    #expect(session.recordedAt == Date(timeIntervalSince1970: 1_795_122_180))
    let sample = session.samples[0]
    #expect(sample.time == 31.5)
    let point = PicturePoint(x: 0.25, y: 0.25)
    #expect(sample.gaze == .at(point, confidence: .full, movement: .fixation))
    guard case .scores(let scores) = sample.face else { return #expect(Bool(false)) }
    // Emotions that are not in the file are unknown: they do not share the remaining 0.6.
    #expect(abs(scores[.happy] - 0.4) < 0.003 && scores.told == EmotionSet([.happy]))
  }

  @Test(arguments: [
    (#""x":"NaN","y":1"#, Gaze.lost), (#""x":NaN,"y":1"#, .lost), (#""x":null"#, .lost),
    (#""x":400,"y":200,"tracking":"FACE_MISSING""#, .lost),
    (#""x":400,"y":200,"tracking":"WHO_KNOWS""#, .lost),
    (#""x":400,"y":200,"screen":"OUTSIDE_OF_SCREEN""#, .lost),
    (
      #""x":"400","y":200e0,"tracking":"LOW_CONFIDENCE","movement":"SACCADE""#,
      .at(PicturePoint(x: 0.5, y: 0.5), confidence: .low, movement: .saccade)
    ),
    (
      #""x":-800,"x":-400,"y":200"#,
      .at(PicturePoint(x: -0.5, y: 0.5), confidence: .full, movement: .unknown)
    ),
  ])
  func unusualGazeIsReadOrLost(_ text: String, _ expected: Gaze) throws {
    #expect(try sample("{\"t\":1,\"gaze\":{\(text)}}").gaze == expected)
  }

  @Test func unusableSamplesAreCountedByReason() throws {
    let bad = [
      #"{"t":-1,"gaze":{"x":1,"y":1}}"#, #"{"t":"soon","gaze":{"x":1,"y":1}}"#, #"{"t":5}"#,
      #"{"t":6,"gaze":null,"emotion":null}"#, #"{"gaze":{"x":1,"y":1}}"#,
      #"{"t":7,"emotion":{"state":"MOODY","scores":{"happy":1}}}"#,
      #"{"t":8,"emotion":{"scores":{"bored":1}}}"#,
    ]
    let session = try #require(
      try file.sessions(header + line + bad.joined(separator: "\r\n")).first)
    #expect(session.samples.count == 3)
    #expect(
      session.skipped == [
        "negative time": 1, "time is not a number": 2, "neither gaze nor emotion": 2,
        "unknown emotion state": 1, "unknown emotion": 1,
      ])
  }

  @Test func gazeIsCorrectedForTheLetterbox() throws {
    let text = header.replacingOccurrences(of: "\"picture\"", with: "\"player\"") + line
    var file = file
    #expect(file.rejection(text).contains("put its source into the library's videos folder"))
    // A square frame in an 800 × 400 player covers x = 200 to 600.
    file.options.pictureSize = { $0 == "bbb" ? FrameSize(width: 500, height: 500) : nil }
    let gaze = try file.sessions(text)[0].samples[0].gaze
    #expect(
      gaze == .at(PicturePoint(x: 0, y: 0.25), confidence: .full, movement: .fixation))
  }

  @Test func namesComeFromFileThenOptionsThenFileName() throws {
    let plain = #"{"gazecut":"timeline/1"}"# + "\n" + #"{"t":1,"emotion":{"scores":{"sad":1}}}"#
    #expect(file.rejection(plain).contains("add --video ID"))
    var file = file
    file.options.video = "v"
    let own = try file.sessions(plain, name: "anna.jsonl.gz")[0]
    #expect(own.viewer == "anna" && own.session == "anna" && own.video == "v")
    file.options.viewer = "carl"
    let given = try file.sessions(plain, name: "änna 1.jsonl")[0]
    #expect(given.viewer == "carl")
    #expect(Identifier.isValid(given.session))
    #expect(try file.sessions(plain, name: "änna 1.jsonl")[0].session == given.session)
    #expect(
      file.rejection(header + line)
        == "1: the file names the video 'bbb' and --video names 'v';"
        + " remove --video, or give the file of that video")
  }

  @Test func concatenatedFilesGiveAllSessions() throws {
    let second = header.replacingOccurrences(of: "s-001", with: "s-002")
    let empty = header.replacingOccurrences(of: "s-001", with: "s-003")
    let sessions = try file.sessions("\u{FEFF}" + header + line + second + line + empty)
    #expect(sessions.map(\.session) == ["s-001", "s-002"])
    #expect(file.rejection(header + line + header + line).hasPrefix("3: two sessions have this ID"))
  }

  private static let rejected: [(String, String)] = [
    ("", "the file has no usable sample;"),
    (header, "the file has no usable sample;"),
    ("\(header){\"t\":-3}", "the file has no usable sample (negative time 1);"),
    (line, "1: samples come before a header;"),
    (#"{"gazecut":"timeline/2"}"#, "1: the header says 'timeline/2', not 'timeline/1'; this"),
    (#"{"gazecut":"detections/1"}"#, "1: the header says 'detections/1', not 'timeline/1'; use"),
    ("\(header)\(line.dropLast(9))", "2: the file ends inside a value;"),
    ("\(header){\"t\":1,\n\(line)", "2: the line ends inside a value;"),
    ("\(header)\(line){\"t\":1 \"x\":2}", "3: found '\"';"),
    ("\(header)\(line){\"t\":1,}", "3: found '}';"),
    ("\(header)\(line)[1]", "3: found '[';"),
    ("\(header){\"t\":yes}", "2: a word without quotes;"),
    ("\(header){\"t\":31000000,\"gaze\":{}}", "2: the time is more than 24 h"),
    ("\(header){\"emotion\":{\"scores\":{\"happy\":92.3}}}", "2: the score 92.3 is too large;"),
    (#"{"gazecut":"timeline/1","video":"../x"}"#, "1: the file's video ID is not valid;"),
    (#"{"gazecut":"timeline/1","video":"x","viewer":{"name":"Zora"}}"#, "1: 'viewer' is not text;"),
    (#"{"gazecut":"timeline/1","video":["x"]}"#, "1: 'video' is not text;"),
    (#"{"gazecut":"timeline/1","video":"x","session":true}"#, "1: 'session' is not text;"),
    (
      #"{"gazecut":"timeline/1","video":"x","picture":{"width":0,"height":1}}"#,
      "1: 'picture' is not a rectangle;"
    ),
    (
      #"{"gazecut":"timeline/1","video":"x","recordedAt":"2026-02-30T21:03:00Z"}"#,
      "1: 'recordedAt' is not a time;"
    ),
    (
      "\(header){\"z\":\(String(repeating: "[", count: 100))",
      "2: values are nested deeper than 64 levels;"
    ),
  ]

  @Test(arguments: rejected)
  func invalidTimelinesAreRejected(_ text: String, _ beginning: String) {
    #expect(file.rejection(text).trimmingPrefix(" ").hasPrefix(beginning))
  }

  @Test func errorsDoNotPrintViewerOrSession() {
    for cut in stride(from: 1, to: (header + line).utf8.count, by: 3) {
      let rejection = file.rejection((header + line).utf8.prefix(cut), name: "f.jsonl")
      #expect(!rejection.contains("ben") && !rejection.contains("s-001"))
    }
  }

  @Test func utf16IsRejectedWithAdvice() {
    let wide = header.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    #expect(file.rejection(wide).contains("the text is UTF-16; save it as UTF-8"))
    #expect(file.rejection([0xFF, 0xFE] + wide).contains("the text is UTF-16"))
  }

  @Test func invalidUTF8IsRejectedOnlyInNames() throws {
    let bytes = Array((header + line).utf8)
    let note =
      Array(#"{"t":40,"note":""#.utf8) + [0xC3, 0x28] + Array(#"","gaze":{"x":1,"y":1}}"#.utf8)
    guard case .sessions(let sessions) = try file.read(bytes + note) else { return }
    #expect(sessions[0].samples.count == 2)
    let name = Array(#"{"gazecut":"timeline/1","viewer":""#.utf8) + [0xFF] + Array("\"}".utf8)
    #expect(file.rejection(name).contains("'viewer' cannot be read"))
  }
}
