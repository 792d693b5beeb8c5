import Foundation
import SampleAudience
import TestMaterial
import Testing

/// Unusual data files are imported or rejected with a reason.
///
/// Ignored records appear in the output of the import, the summary of the run and `status`.
@Suite(.waitsForPrograms) struct OddDataFilesTests {
  /// A generated file, how it is imported, and the expected result.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let arguments: [String]
    let bytes: [UInt8]
    var status: Int32 = 0
    /// Expected text on either output.
    let prints: [String]
    var testDescription: String { name }

    init(
      _ name: String, _ arguments: [String], _ text: String, status: Int32 = 0, prints: String...
    ) {
      self.init(name, arguments, bytes: Array(text.utf8), status: status, prints: prints)
    }

    init(
      _ name: String, _ arguments: [String], bytes: [UInt8], status: Int32 = 0, prints: [String]
    ) {
      (self.name, self.arguments, self.bytes) = (name, arguments, bytes)
      (self.status, self.prints) = (status, prints)
    }
  }

  private static func faces(_ seconds: ClosedRange<Int>, smile: Int = 60) -> String {
    seconds.map {
      #"{"smileProb":\#(smile + $0 % 7),"trackingId":1,"timestamp":"201904232055\#($0)","counter":\#($0)}"#
    }.joined(separator: ",")
  }

  private static let firebase = ["firebase", "--started-at", "2019-04-23T20:55:10"]
  private static let table = ["table", "--map", "time=t,x=x,y=y,gaze=normalised,happy=happy"]

  /// A recording of 8 s that is cut off because its recorder crashed.
  private static let crashed = {
    var writer = XDFWriter()
    writer.stream(1, ("Eyes", "Gaze", "float32"), rate: 10, labels: ["norm_pos_x", "norm_pos_y"])
    for second in 0..<8 {
      writer.samples(
        1, (0..<10).map { (Double(second) + Double($0) / 10, [0.3 + Float($0) / 40, 0.5]) })
    }
    return Array(writer.bytes.dropLast(50))
  }()

  static let rows = [
    Row(
      "nested-list.json", firebase, #"{"sessions":[null,[\#(faces(11...30))]]}"#,
      prints: "1 session of v, 20 samples"),
    Row(
      "root-list.json", firebase, "[null,\(faces(11...30))]", prints: "1 session of v, 20 samples"),
    Row(
      "users.json", firebase,
      #"{"users":{"Anna Q":{"faces":[\#(faces(11...20))]},"Bert Q":{"faces":[\#(faces(11...22))]}}}"#,
      prints: "2 sessions of v, 22 samples"),
    Row(
      "who.json", firebase,
      #"{"Anna Q":{"faces":[\#(faces(11...20))]},"Bert Q":{"faces":[\#(faces(11...22, smile: 9))]}}"#,
      status: 65, prints: "it is not clear which belong to one viewer", #"below "users""#),
    Row(
      "crashed.xdf", ["xdf", "--map", "start=first"], bytes: crashed,
      prints: ["1 session of v, 70 samples", "odd: the recording is damaged", "bytes were read"]),
    Row(
      "unusable.csv", table, "t,x,y,happy\n1,,,\n2,NaN,0.5,NaN\nsoon,0.5,0.5,0.5\n", status: 65,
      prints: "no usable sample (face without a score 2, gaze without coordinates 2, ",
      "time is not a number 1"),
    Row(
      "index.json", table,
      #"{"0":{"t":1,"x":0.5,"y":0.5},"1":{"t":2,"x":0.4,"y":0.5,"happy":0.9},"3":null}"#,
      prints: "1 session of v, 2 samples"),
    Row(
      "columns.json", table, #"{"t":{"0":1},"x":{"0":0.5},"y":{"0":0.5}}"#, status: 65,
      prints: "the file has one list per column"),
    Row(
      "review.json", ["seetube"],
      #"{"watchingInfos":{"2":{"playTime":1,"gazeInfo":{"x":0.5,"y":0.5}},"4":null,"5":7}}"#,
      prints: "1 session of v, 1 sample", "1 value ignored: value of the wrong type"),
    Row(
      "heatmap.json", ["curve"],
      "["
        + (0..<20).map { #"{"start_time":\#($0 * 5),"end_time":\#($0 * 5 + 5),"value":0.5}"# }
        .joined(separator: ",") + ",null]", prints: "20 points"),
    Row(
      "one-box.jsonl", ["detections"],
      #"{"gazecut":"detections/1","video":"v","source":"s","image":{"width":1,"height":1}}"# + "\n"
        + #"{"t":1,"boxes":{"label":"cat","score":1,"x":0,"y":0,"width":1,"height":1}}"# + "\n"
        + #"{"t":2,"boxes":[{"label":"cat","x":0,"y":0},null]}"#,
      prints: "1 box (cat)", "odd: 1 of 2 records ignored: box without a size"),
  ]

  @Test(arguments: rows) func oddFilesAreImportedOrRejectedWithAReason(_ row: Row) throws {
    let library = try TestLibrary()
    try Data(row.bytes).write(to: URL(fileURLWithPath: library.path(row.name)))
    let outcome = try Program.run(
      ["import"] + row.arguments + ["--video", "v", library.path(row.name)],
      environment: ["GAZECUT_LIBRARY": library.folder])
    let said = outcome.output + outcome.errors
    #expect(outcome.status == row.status, "\(said)")
    for words in row.prints { #expect(said.contains(words), "\(said)") }
    #expect(!said.contains("Anna") && !said.contains("Bert"), "\(said)")
  }

  /// The run and later `status` report files of which more than a tenth was ignored.
  @Test func runReportsFilesWithManyIgnoredRecords() throws {
    let library = try TestLibrary()
    let folder = library.path("timelines/walk")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let header = #"{"gazecut":"timeline/1","picture":{"x":0,"y":0,"width":1,"height":1}}"#
    func lines(_ count: Int, from start: Int) -> String {
      (0..<count).map { #"{"t":\#(start + $0),"gaze":{"x":0.\#(3 + $0 % 4),"y":0.5}}"# }
        .joined(separator: "\n")
    }
    try library.write(
      "timelines/walk/anna.jsonl", header + "\n" + lines(34, from: 0) + "\n" + lines(37, from: -37))
    try library.write("timelines/walk/bert.jsonl", header + "\n" + lines(34, from: 0))
    let night = try library.gazecut("run", "--set", "intake.settle=0")
    #expect(night.status == 0, "\(night.errors)")
    #expect(
      night.output.contains("1 with more than a tenth of the records ignored"), "\(night.output)")
    let status = try library.gazecut("status").output
    #expect(
      status.contains("walk: 37 of 71 records ignored: negative time (1 session;"), "\(status)")
    #expect(status.contains("1 with more than a tenth of the records ignored"), "\(status)")
    let document = try library.gazecut("status", "--format", "json").output
    #expect(document.contains(#""lossy":1"#) || document.contains(#""lossy": 1"#), "\(document)")
    let schema = try library.gazecut("schema", "status").output
    #expect(try SchemaChecker(schema).problems(in: document) == [])
  }

  // MARK: - Chats

  /// A chat of 100 s with a message every 3 s, and additional messages.
  private func chat(_ added: [(time: Double, writer: String)]) -> String {
    let usual = (0..<33).map { (time: Double($0) * 3 + 0.7, writer: "usual \($0 % 11)") }
    return (usual + added).sorted { $0.time < $1.time }.map {
      #"{"replayChatItemAction":{"actions":[{"addChatItemAction":{"item":{"#
        + #""liveChatTextMessageRenderer":{"message":{"runs":[{"text":"ha"}]},"#
        + #""authorExternalChannelId":"\#($0.writer)"}}}}],"#
        + #""videoOffsetTimeMsec":"\#(Int($0.time * 1000))"}}"#
    }.joined(separator: "\n")
  }

  @Test func chatBurstIsAMomentOnlyIfManyPeopleWrite() throws {
    let library = try TestLibrary()
    func cores(_ name: String, _ added: [(time: Double, writer: String)]) throws -> [ChosenCore] {
      try library.add(TestVideo.meadow, as: name)
      try library.write("\(name).live_chat.json", chat(added))
      let outcome = try library.gazecut(
        "import", "curve", library.path("\(name).live_chat.json"), "--video", name)
      try #require(outcome.status == 0, "\(outcome.errors)")
      return try library.cores(of: name, ["selection.evidence=curve"])
    }
    for start in [40.0, 42.5, 44] {
      let people = (0..<60).map { (time: start + Double($0) / 6, writer: "p\($0)") }
      let found = try cores("many\(Int(start))", people)
      #expect(found.count == 1 && found[0].overlap(with: start, start + 10) > 0.7, "\(found)")
    }
    let one = (0..<60).map { (time: 40 + Double($0) / 6, writer: "p") }
    #expect(try cores("one", one).isEmpty)
  }
}
