import Foundation
import Testing

@testable import Importers

@Suite struct NumberParserTests {
  private func parse(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { bytes in
      bytes.baseAddress.flatMap { Bytes(start: $0, count: bytes.count).number }
    }
  }

  @Test func numbersAreExactToTheLastBit() {
    for _ in 0..<1000 {
      let value = Double(bitPattern: .random(in: 0 ... .max))
      guard value.isFinite else { continue }
      #expect(parse("\(value)") == value)
      let small = Double.random(in: -1000...1000)
      for digits in [0, 2, 7, 16] {
        let text = String(format: "%.\(digits)f", small)
        #expect(parse(text) == Double(text))
      }
    }
  }

  @Test(arguments: [
    ("0", 0), ("-0.5", -0.5), (" 12 ", 12), ("1e3", 1000), ("+4", 4), (".5", 0.5), ("5.", 5),
    ("9007199254740993", 9_007_199_254_740_992), ("0.1234567890123456789", 0.12345678901234568),
  ])
  func commonNumberFormatsAreParsed(_ text: String, _ value: Double) {
    #expect(parse(text) == value)
  }

  @Test(arguments: [
    "", " ", "-", ".", "nan", "NaN", "inf", "1e999", "0x10", "1,5", "1 2", "12a", "--1", "1e",
  ])
  func invalidNumbersAreRejected(_ text: String) {
    #expect(parse(text) == nil)
  }
}
