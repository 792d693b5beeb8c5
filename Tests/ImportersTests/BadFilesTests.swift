import Audience
import Foundation
import Testing

@testable import Importers

/// A bad file by its name, the format it is given as, and what the refusal must say.
struct BadFile: CustomTestStringConvertible, Sendable {
  let name: String
  let format: String
  let bytes: [UInt8]
  let message: String

  init(_ name: String, _ format: String, _ text: String, _ message: String) {
    self.init(name, format, bytes: Array(text.utf8), message)
  }

  init(_ name: String, _ format: String, bytes: [UInt8], _ message: String) {
    self.name = name
    self.format = format
    self.bytes = bytes
    self.message = message
  }

  var testDescription: String { name }

  private static let header =
    #"{"gazecut":"timeline/1","video":"v","picture":{"width":1,"height":1}}"#
  private static let boxes =
    #"{"gazecut":"detections/1","video":"v","source":"s","image":{"width":1,"height":1}}"#
  private static let log =
    "| Play Time |\n 00:31.50 sec\n| Gaze Info |\n Tracking State : SUCCESS\n"
  private static let eyes = "t,left_x,left_y,right_x,right_y,blink_left,blink_right\n"

  static let all: [BadFile] = [
    // Cut off, of another kind, or empty.
    BadFile("empty.jsonl", "timeline", "", "no usable sample; a timeline is a header line"),
    BadFile("empty.csv", "table", "", "the file is empty; the first row names the columns"),
    BadFile("empty.log", "seeyoutube", "", "no usable sample; a log holds blocks"),
    BadFile("only-mark.csv", "table", "\u{FEFF}", "the file is empty; the first row names"),
    BadFile(
      "truncated.jsonl", "timeline", header + "\n{\"t\":1,\"ga", ":2: the file ends inside a value;"
    ),
    BadFile(
      "truncated.csv", "table", "t,x,y\n1,0.5,0.5\n2,0.", ":3: 2 cells in a row; the header has 3"),
    BadFile(
      "truncated.json", "firebase", "{\"faces\":{\"a\":{\"smi", ":1: the file ends inside a value;"),
    BadFile("half-quote.csv", "table", "t,x,y\n1,\"0.5", ":2: the file ends inside a quoted cell;"),
    BadFile(
      "half-line.jsonl", "timeline", header + "\n{\"t\":\n1}", ":2: the line ends inside a value;"),
    BadFile("wrong-format.jsonl", "detections", header, ":1: the header says 'timeline/1', not"),
    BadFile("wrong-name.jsonl", "timeline", boxes, "use gazecut import detections"),
    BadFile("a-page.json", "seetube", "<html><body>", ":1: no column watchingInfos;"),
    BadFile("a-page.csv", "table", "<html><body>", ":1: no row names the column of times;"),
    BadFile("no-header.csv", "table", "1,0.5,0.5\n2,0.5,0.5\n", "it has 1, 0.5, 0.5;"),
    BadFile(
      "later-version.jsonl", "timeline", #"{"gazecut":"timeline/9"}"#,
      "this gazecut reads timeline/1"),
    BadFile(
      "samples-first.jsonl", "timeline", "{\"t\":1,\"gaze\":{}}", ":1: samples before a header;"),
    // Numbers.
    BadFile(
      "nan-times.csv", "table", "t,x,y\nNaN,1,1\n", "no usable sample (time is not a number 1);"),
    BadFile(
      "infinite.csv", "table", "t,x,y\nInfinity,1,1\n1e999,1,1\n", "(time is not a number 2);"),
    BadFile("negative.csv", "table", "t,x,y\n-1,1,1\n", "no usable sample (negative time 1);"),
    BadFile(
      "nan.jsonl", "timeline", header + "\n{\"t\":NaN,\"gaze\":{}}", "(time is not a number 1);"),
    BadFile(
      "milliseconds.csv", "table", "t,x,y\n310200,1,1\n", ":2: the time lies more than a day into"),
    BadFile(
      "clock.csv", "table", "t,x,y\n1795122190,1,1\n", ":2: the time counts from another year"),
    BadFile(
      "wrong-type.jsonl", "timeline", header + "\n[1,2]", ":2: found '['; an object {…} belongs"),
    BadFile("word.jsonl", "timeline", header + "\n{\"t\":soon}", ":2: a word without quotes;"),
    BadFile(
      "percent.jsonl", "timeline", header + "\n{\"t\":1,\"emotion\":{\"scores\":{\"happy\":92}}}",
      ":2: a score of 92.0; scores are shares 0…1"),
    BadFile(
      "percent.json", "seetube",
      #"[{"playTime":1,"emotionInfo":{"classification":"happy","confidencePercentage":9000}}]"#,
      ":1: a confidence of 9000.0 %; percentages are 0…100"),
    BadFile(
      "no-rectangle.jsonl", "timeline", #"{"gazecut":"timeline/1","picture":{"width":0}}"#,
      ":1: 'picture' is no rectangle;"),
    BadFile(
      "score.json", "coco", "[{\"image_id\":1,\"bbox\":[1,1,1,1],\"score\":93}]",
      ":1: a score of 93.0;"),
    BadFile("box.txt", "mot", "1,1,5,5\n", ":1: 4 cells in a line;"),
    BadFile(
      "frames.txt", "mot", "99999999999,1,1,1,1,1,1\n", ":1: the frame lies more than a day into"),
    // Text.
    BadFile(
      "utf16.csv", "table", bytes: [0xFF, 0xFE] + "t,x\n".utf8.flatMap { [$0, 0] },
      ":1: the text is UTF-16; save it as UTF-8"),
    BadFile(
      "utf16-bare.log", "seeyoutube", bytes: log.utf8.flatMap { [$0, 0] }, ":1: the text is UTF-16;"
    ),
    BadFile(
      "utf16.jsonl", "timeline", bytes: [0xFE, 0xFF] + header.utf8.flatMap { [0, $0] },
      ":1: the text is UTF-16;"),
    BadFile("mixed-ends.csv", "table", "t,x,y\r\n1,0.5,0.5\n2,0.5\r\n", ":3: 2 cells in a row;"),
    BadFile(
      "control.jsonl", "timeline", header + "\n{\"t\u{01}\":1}",
      ":2: a control character inside text;"),
    BadFile(
      "escape.jsonl", "timeline", header + "\n{\"\\q\":1}", ":2: an escape that JSON does not know;"
    ),
    BadFile(
      "deep.jsonl", "timeline", header + "\n{\"a\":" + String(repeating: "[", count: 5000),
      ":2: nested deeper than 64;"),
    BadFile(
      "deep.json", "firebase", String(repeating: "{\"a\":", count: 5000),
      ":1: nested deeper than 64;"),
    BadFile("same-columns.csv", "table", "t,x,y,x\n1,1,1,1\n", ":1: two columns 'x';"),
    BadFile(
      "same-sessions.jsonl", "timeline",
      [1, 2].map {
        "{\"gazecut\":\"timeline/1\",\"video\":\"v\",\"session\":\"s\"}\n{\"t\":\($0),\"emotion\":{}}"
      }
      .joined(separator: "\n"), ":3: this session's id came before;"),
    BadFile(
      "bad-id.jsonl", "timeline", #"{"gazecut":"timeline/1","video":"../v"}"#,
      ":1: the file names the video '../v' and --video names 'v';"),
    BadFile(
      "zeros.log", "seeyoutube", bytes: [UInt8](repeating: 0, count: 4096),
      ":1: the file is not text;"),
    // Tables of one kind.
    BadFile("one-eye.csv", "arkit", "t,left_x,left_y\n1,2,3\n", ":1: no column 'right_x';"),
    BadFile("no-rows.csv", "arkit", eyes, "no usable sample; rows are t,left_x"),
    BadFile(
      "text.npy", "yolo", bytes: NumPyHeader.magic + [1, 0, 4, 0] + Array("{}  ".utf8),
      "numbers of the type ?; save float32"),
    BadFile(
      "short.npy", "yolo", bytes: NumPyHeader.magic + [1, 0],
      "the file ends after 8 bytes, too early;"),
    BadFile("text.sqlite", "sqlite", "SELECT 1", "no SQLite file; give a database of SQLite 3"),
    BadFile(
      "head.sqlite", "sqlite", "SQLite format 3\0",
      "--query cannot be used: file is not a database;"),
    BadFile("no-face.json", "firebase", "{\"faces\":[1,null]}", "no usable sample; a sample is"),
    // Packed.
    BadFile(
      "early.jsonl.gz", "timeline", bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x4B],
      "the gzip data ends too early; copy the file again"),
    BadFile(
      "damaged.jsonl.gz", "timeline",
      bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + [9, 9, 9, 9, 9],
      "the gzip data is damaged;"),
  ]
}

@Suite struct BadFilesTests {
  private func file(_ format: String) throws -> ImportFile {
    var file = ImportFile(format: format, options: ImportOptions(video: "v", viewer: "Somebody"))
    file.options.pictureSize = { _ in PictureSize(width: 1280, height: 720) }
    file.options.player = PlaneSize(width: 844, height: 475)
    file.options.screen = PlaneSize(width: 834, height: 1194)
    file.options.startedAt = format == "firebase" ? WallClock("2019-04-23T20:55:10") : nil
    file.options.framesPerSecond = 25
    file.options.query = "SELECT * FROM t"
    if format == "table" { file.options.map = try ColumnMap("time=t,x=x,y=y,gaze=normalised") }
    return file
  }

  @Test func thereAreFortyAndMore() {
    #expect(BadFile.all.count >= 40)
    #expect(Set(BadFile.all.map(\.name)).count == BadFile.all.count)
  }

  @Test(arguments: BadFile.all) func everyBadFileSaysWhatIsWrong(_ bad: BadFile) throws {
    let file = try file(bad.format)
    do {
      _ = try file.read(bad.bytes, name: bad.name)
      Issue.record("\(bad.name) was taken")
    } catch let error as ImportError {
      let text = error.description
      #expect(text.contains(bad.message), "\(text)")
      #expect(text.contains("/\(bad.name)") && text.contains("; "))
      #expect(!text.contains("Somebody"))
    }
  }

  @Test(arguments: ImportFormat.all.map(\.name)) func pathsThatAreNoFiles(_ format: String) throws {
    let folder = NSTemporaryDirectory() + "gazecut-bad-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let loop = folder + "/loop.csv"
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    let reader = try #require(ImportFormat.named(format))
    let options = try file(format).options
    let cases: [(String, ImportError.Kind, String)] = [
      (folder, .readFailed, "is a directory"), (loop, .readFailed, "too many levels"),
      (folder + "/none.csv", .notFound, "no such file"),
    ]
    for (path, kind, words) in cases {
      let error = #expect(throws: ImportError.self) { try reader.read(path, options) }
      #expect(error?.kind == kind && error?.problem.contains(words) ?? false, "\(path)")
    }
    if geteuid() != 0 {
      let closed = folder + "/closed.csv"
      _ = FileManager.default.createFile(atPath: closed, contents: Data("t\n".utf8))
      chmod(closed, 0)
      let error = #expect(throws: ImportError.self) { try reader.read(closed, options) }
      #expect(error?.kind == .permission)
    }
  }

  @Test func anEnormousLineIsRefused() throws {
    let line = "t,x,y\n1,0.5," + String(repeating: "5", count: 65 << 20)
    #expect(try file("table").refusal(line.utf8).contains("2: a line longer than 64 MB;"))
  }
}
