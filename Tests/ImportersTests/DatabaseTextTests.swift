import Audience
import Foundation
import TestMaterial
import Testing

@testable import Importers

/// Tables exported by MySQL, PostgreSQL and Excel for Mac.
@Suite struct DatabaseTextTests {
  private func sessions(_ map: String, _ text: String) throws -> [ImportedSession] {
    try ImportFile(table: map).sessions(text, name: "table.csv")
  }

  private let map = "time=t,happy=h,viewer=who"

  @Test func nullIsNotUsedAsAName() throws {
    let text = [
      "who\tt\th\tgroup", "\\N\t1\t0.5\tx", "NULL\t2\t\\N\tx", "anna\t1\t0.5\t\\N",
      "anna\t2\tNULL\tx",
    ].joined(separator: "\n")
    let read = try sessions(map + ",label.group=group", text)
    #expect(read.map(\.viewer) == ["table", "table", "anna"])
    #expect(read.map { $0.samples.map(\.face) == [.lost] } == [false, true, false])
    #expect(read[2].samples.map(\.face)[1] == .lost)
    #expect(read[2].labels.map(\.value) == ["x"])
  }

  /// If the name of a session is empty, sessions of different viewers must not be merged.
  @Test func unnamedSessionsAreSeparatedByViewer() throws {
    let read = try sessions(map + ",session=s", "who,s,t,h\na,,1,1\nb,\\N,1,1\nc,s-1,1,1\n")
    #expect(read.map(\.session) == ["table", "table-2", "s-1"])
  }

  @Test func sessionNumbersPerViewerGetStableIDs() throws {
    let day1 = try sessions(map + ",session=s", "who,s,t,h\na,1,1,1\nb,1,1,1\nc,1,1,1\n")
    let day2 = try sessions(map + ",session=s", "who,s,t,h\na,1,1,1\nc,1,1,1\n")
    #expect(Set(day1.map(\.session)).count == 3)
    #expect(day1[2].session == day2[1].session)
  }

  @Test func doubledBackslashesOfMySQLAreUnescaped() throws {
    let text = "who\tt\th\nlab\\\\anna\t1\t0.5\nlab\\nina\t1\t0.5\n"
    #expect(try sessions(map, text).map(\.viewer) == [#"lab\anna"#, #"lab\nina"#])
    // In tables separated by commas, backslashes are not doubled.
    let plain = try sessions(map, "who,t,h\n\\\\lab\\anna,1,0.5\n")
    #expect(plain.map(\.viewer) == [#"\\lab\anna"#])
  }

  @Test(arguments: [
    // An escaped quote inside a cell.
    ("\"an \\\"ny\\\" na\",1,0.5,x\n\"ben\",1,0.5,x\n", ["an \"ny\" na", "ben"]),
    // A cell that ends with a backslash.
    ("\"C:\\\",1,0.5,x\n\"ben\",1,0.5,x\n", [#"C:\"#, "ben"]),
    ("\"C:\\\\\",1,0.5,x\n\"ben\",1,0.5,x\n", [#"C:\\"#, "ben"]),
    // Doubled quotes, and a line end inside quotes.
    ("\"a \"\"b\"\"\",1,0.5,\"x\\\ny\"\nben,1,0.5,x\n", ["a \"b\"", "ben"]),
    // Without quotes, delimiters and line ends are escaped with a backslash.
    ("anna,1,0.5,x\\,y\nben\\\nlee,1,0.5,x\ncy\\,li,1,0.5,x\n", ["anna", "ben\nlee", "cy,li"]),
    ("anna,1,0.5,C:\\\nben,1,0.5,x\n", ["anna", "ben"]),
  ])
  func outfilesOfMySQLAreRead(_ rows: String, _ viewers: [String]) throws {
    #expect(try sessions(map, "who,t,h,note\n" + rows).map(\.viewer) == viewers)
  }

  /// Regression: the row was split a second time without its quotes and read as `x,yzwzw`.
  @Test func rowWithQuotesIsSplitOnce() throws {
    let file = try ImportFile(table: map)
    let rejection = file.rejection("who,t,h,note\n\"anna\",1,0.5,x\\,yzw\n")
    #expect(rejection.hasPrefix("2: the row has 5 cells"), "\(rejection)")
  }

  @Test func carriageReturnsOfExcelForMacEndLines() throws {
    let text = "who,t,h\ranna,1,0.5\ranna,2,0.25\r\"b\rc\",1,0.5\r"
    let read = try sessions(map, text)
    #expect(read.map(\.samples.count) == [2, 1])
    let plain = try sessions(map, text.replacing("\r", with: "\n"))
    #expect(descriptions(read) == descriptions(plain))
    // This also holds after the bytes from which the line end is detected.
    let long = "who,t,h\r" + (0..<20_000).map { "anna,\($0 / 10),0.5\r" }.joined()
    #expect(try sessions(map, long).map(\.samples.count) == [20_000])
  }

  @Test func columnNamesCanContainTheDelimiter() throws {
    let text = "\"t, s\",\"x, px\",y,\"who\"\n1,0.5,0.25,anna\n"
    let read = try sessions(
      #"time="t, s",x="x, px",y=y,gaze=normalised,viewer=who"#, text)
    #expect(read.map(\.viewer) == ["anna"])
    #expect(
      read[0].samples.map(\.gaze) == [
        .at(PicturePoint(x: 0.5, y: 0.25), confidence: .full, movement: .unknown)
      ])
    // A line before the header can contain a single quote.
    #expect(try sessions("time=t,happy=h", "# 5\" screen\nt,h\n1,1\n").count == 1)
  }

  @Test func byteOrderMarkIsIgnored() throws {
    let mark = "\u{FEFF}"
    for text in ["who,t,h\nanna,1,0.5\n", "[{\"who\":\"anna\",\"t\":1,\"h\":0.5}]"] {
      let plain = descriptions(try sessions(map, text))
      #expect(descriptions(try sessions(map, mark + text)) == plain)
      let file = try ImportFile(table: map).read(
        gzip(Array((mark + text).utf8)), name: "table.csv")
      guard case .sessions(let packed) = file else { return #expect(Bool(false)) }
      #expect(descriptions(packed) == plain)
    }
  }

  private func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
    let path = NSTemporaryDirectory() + "gazecut-gzip-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path + ".gz") }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    try #require(try ExternalProgram("gzip").run([path]).status == 0)
    return Array(try Data(contentsOf: URL(fileURLWithPath: path + ".gz")))
  }

  /// The viewers, IDs and samples of sessions as texts, to compare them.
  private func descriptions(_ sessions: [ImportedSession]) -> [String] {
    sessions.map { "\($0.viewer) \($0.session) \($0.samples)" }
  }
}
