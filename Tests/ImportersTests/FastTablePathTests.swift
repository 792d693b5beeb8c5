import Audience
import Foundation
import TestMaterial
import Testing

@testable import Importers

/// The fast path for simple rows gives the same result or error as the full parser.
@Suite struct FastTablePathTests {
  private static let maps = [
    "time=t,x=x,y=y,gaze=normalised,viewer=who,happy=h",
    "time=t:ms,x=x,y=y,gaze=pixels 1280x720 up,conf=c,invalid=-1|0,session=who,scores=percent,happy=h",
    "time=t:frame@24,start=first,viewer=who,happy=h,surprise=c,sad=x,label.age=age",
    "time=t:us,offset=0.25,x=x,y=y,gaze=normalised,usable=0.1,conf=c,happy=h",
  ]

  /// Checks that both parsers agree, and returns whether they accepted the file.
  private func expectSame(
    _ bytes: [UInt8], _ map: String, _ comment: @autoclosure () -> String
  ) throws -> Bool {
    var file = try ImportFile(table: map)
    let fast = outcome(of: file, bytes)
    file.options.usesFastPath = false
    let full = outcome(of: file, bytes)
    #expect(fast == full, "\(comment())")
    return fast.rejection.isEmpty
  }

  private struct Outcome: Equatable {
    var rejection = ""
    var names: [[String]] = []
    var samples: [SampleColumns] = []
    var skipped: [[String: Int]] = []
    var labels: [[ViewerLabel]] = []
  }

  private func outcome(of file: ImportFile, _ bytes: [UInt8]) -> Outcome {
    do {
      guard case .sessions(let read) = try file.read(bytes, name: "t.csv") else { return Outcome() }
      return Outcome(
        names: read.map { [$0.video, $0.session, $0.viewer] }, samples: read.map(\.samples),
        skipped: read.map(\.skipped), labels: read.map(\.labels))
    } catch {
      // The path of the file is removed, because its folder differs each time.
      return Outcome(rejection: "\(error)".components(separatedBy: "t.csv").last ?? "")
    }
  }

  private static let odd = [
    "", "nan", "NaN", "na", "-", "--1", "+1", " 1", "1 ", "1e-1", "1.5e2", ".5", "5.", "-.5", "0x1",
    "inf", "12345678", "123456789", "1234567890123456", "12345678901234567",
    "123456789012345678901", "0.1234567890123456", "0.12345678901234567", "00000000000000000001",
    "-0", "-0.0", "\"0.5\"",
    "\"a\"\"b\"", "-5", "1.005", "1.02", "1.6", "4.5", "-4.1", "86400", "86400.0000001", "99999999",
    "1.5.5", "0;5", "0,5", ",5", "0\r", "é",
  ]

  @Test(arguments: maps) func fastPathAndFullParserAgree(_ map: String) throws {
    var generator = SeededGenerator(seed: 11)
    var taken = 0
    for round in 0..<90 {
      let mark = [",", ";", "\t"][round % 3]
      let end = round % 5 == 0 ? "\r\n" : "\n"
      let lines = (0..<Int.random(in: 1...24, using: &generator)).map { row in
        var cells = [
          "\(row * 40)", "0.\(Int.random(in: 0...99_999, using: &generator))",
          "\(Double(row) / 32)", "0.7\(row)", "v\(row / 4 % 3)", "0.\(row)\(row)",
          row % 7 == 0 ? "" : "adult",
        ]
        // One row in six has an unusual cell.
        if Int.random(in: 0..<6, using: &generator) == 0 {
          let place = Int.random(in: 0..<cells.count, using: &generator)
          cells[place] = Self.odd.randomElement(using: &generator) ?? ""
        }
        let extra = Int.random(in: 0..<40, using: &generator)
        return cells.joined(separator: mark) + (extra == 0 ? mark : "") + (extra == 1 ? end : "")
      }
      let header = ["t", "x", "y", "c", "who", "h", "age"].joined(separator: mark)
      let text = ([header] + lines).joined(separator: end) + (round % 2 == 0 ? end : "")
      if try expectSame(Array(text.utf8), map, text) { taken += 1 }
    }
    // Many files have an invalid row, but enough are accepted.
    #expect(taken > 10, "\(taken)")
  }

  @Test(arguments: maps) func fastPathAndFullParserAgreeOnDamagedFiles(_ map: String) throws {
    let good = Array(
      ("t,x,y,c,who,h,age\n"
        + (0..<12).map { "\($0)0,0.5,0.\($0),0.9,v\($0 % 2),0.1,old\n" }.joined()).utf8)
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<60 {
      var bytes = good
      for _ in 0...Int.random(in: 0...3, using: &generator) {
        let index = Int.random(in: 18..<bytes.count, using: &generator)
        switch Int.random(in: 0...2, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: index)
        default: bytes.insert("\",;\r\n-.e\0".utf8.randomElement(using: &generator) ?? 0, at: index)
        }
      }
      _ = try expectSame(bytes, map, String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Rows of different lengths cross the end of the buffer of 256 KiB, and sessions are longer
  /// than a block of samples.
  @Test func rowsAcrossTheEndOfTheBufferAreReadCompletely() throws {
    let text =
      "viewer,time,x,y,note,happy\n"
      + (0..<24_000).map { row in
        let note = String(repeating: "é", count: row % 23)
        return "v\(row / 5000),\(row % 5000).\(row % 10),0.\(row),0.25,\(note),0.\(row % 100)\n"
      }.joined()
    let map = "time=time,x=x,y=y,gaze=normalised,viewer=viewer,happy=happy"
    #expect(try expectSame(Array(text.utf8), map, "long"))
    let read = try ImportFile(table: map).sessions(text, name: "t.csv")
    #expect(read.map(\.samples.count) == [5000, 5000, 5000, 5000, 4000])
    #expect(read[4].samples[3999].time == 3999.9)
  }

  @Test(
    arguments: [
      ("12.5,v1,x,0.25\n", [12.5, 0.25]), ("12.5,v1,,0.25\r\n", [12.5, 0.25]),
      ("-1,é é,x y,1.\n", [-1, 1]), ("1,,,2\nrest", [1, 2]), ("9,a,b,c\n", nil), ("1,a,b,2", nil),
      ("1,a,b\n", nil), ("1,a,b,2,\n", nil), ("1,\"a\",b,2\n", nil), ("1e3,a,b,2\n", nil),
      ("1 ,a,b,2\n", nil), ("+1,a,b,2\n", nil), ("1,a,b,2\r\r\n", nil), ("\n", nil),
    ] as [(String, [Double]?)])
  func fastPathReadsOnlyRowsOfNumbersAndNames(_ text: String, _ numbers: [Double]?) {
    var row = SimpleRowParser(areNumbers: [true, false, false, true], delimiter: UInt8(ascii: ","))
    let bytes = Array(text.utf8) + [UInt8](repeating: 0, count: StreamBuffer.slack)
    bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      let next = row.read(start, before: start + text.utf8.count)
      #expect((next != nil) == (numbers != nil))
      guard let next, let numbers else { return }
      #expect(next[-1] == 0x0A && [row.numbers[0], row.numbers[3]] == numbers)
    }
  }
}
