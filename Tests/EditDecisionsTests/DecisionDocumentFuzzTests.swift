import EditDecisions
import Foundation
import Support
import TestMaterial
import Testing

/// Thousands of damaged documents are either read or rejected with messages.
///
/// Documents that are read can be printed and written.
@Suite struct DecisionDocumentFuzzTests {
  /// Random numbers with a fixed seed.
  struct Dice {
    var generator: SeededGenerator
    mutating func roll(_ count: Int) -> Int { Int(generator.next() % UInt64(count)) }
  }

  static let words = [
    "null", "true", "-1", "0", "1e18", "-1e300", "-9223372036854775809", "0.0001", "NaN", "{}",
    "[]", "[[]]", "\"\"", "\"crop\"", "\"stack\"", "\"\\ud83d\\ude00\"", "87.000", ",", ":", "}",
    "]", "{\"t\": 1}", "\u{FEFF}", "\\", "\n",
  ].map { Array($0.utf8) }

  static func damaged(_ bytes: [UInt8], _ dice: inout Dice) -> [UInt8] {
    var bytes = bytes
    for _ in 0...dice.roll(3) {
      let at = dice.roll(bytes.count)
      switch dice.roll(5) {
      case 0: bytes[at] = UInt8(dice.roll(256))
      case 1: bytes.removeSubrange(at..<min(bytes.count - 1, at + 1 + dice.roll(12)))
      case 2: bytes.insert(contentsOf: words[dice.roll(words.count)], at: at)
      case 3:
        // Replaces one value by another, so that the document is often still JSON.
        let marks: Set<UInt8> = [UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]")]
        guard let colon = bytes[at...].firstIndex(of: UInt8(ascii: ":")),
          let end = bytes[colon...].firstIndex(where: marks.contains)
        else { continue }
        bytes.replaceSubrange(colon + 1..<end, with: words[dice.roll(words.count)])
      default:
        let part = bytes[at..<min(bytes.count, at + dice.roll(200))]
        bytes.insert(contentsOf: Array(part), at: dice.roll(bytes.count))
      }
      if bytes.count < 2 { return bytes }
    }
    return bytes
  }

  @Test func damagedDocumentsAreReadOrRejected() throws {
    let check = DecisionValidator(video: ExampleDocument.video, outputShape: 1080.0 / 1920)
    let sources = [ExampleDocument.document.json, RecordedDocument.text].map { Array($0.utf8) }
    let schema = try SchemaChecker(DocumentSchema.decisions.text)
    var dice = Dice(generator: SeededGenerator(seed: 1))
    var read = 0
    for round in 0..<3000 {
      let bytes = Self.damaged(sources[round % 5 == 0 ? 1 : 0], &dice)
      do {
        let document = try DecisionDocument(json: Data(bytes)).rounded()
        read += 1
        _ = check.problems(in: document)
        #expect(!DecisionTable(document).text.isEmpty)
        // A document that was read can be written and read again, and conforms to the schema.
        #expect(try DecisionDocument(json: Data(document.json.utf8)) == document)
        if round % 20 == 0 { #expect(try schema.problems(in: document.json) == []) }
      } catch let problems as DecisionErrors {
        #expect(!problems.problems.isEmpty)
      }
    }
    // Some damaged documents must be readable, otherwise the checks above would not run.
    #expect(read > 50)
  }
}
