import Foundation

/// A line that may name the columns of a table.
struct HeaderLine {
  /// The mark between two names: the one that stands most often outside of quotes.
  let delimiter: UInt8
  /// The names, without quotes and spaces around them.
  let names: [String]

  /// Takes a line without its end.
  init(_ line: [UInt8]) {
    let isQuoted = line.count { $0 == 0x22 }.isMultiple(of: 2)
    // Of a line of words, which a quote may stand in anywhere, quotes hold nothing together.
    var inside = Self.inside(line)
    if !isQuoted { inside = Array(repeating: false, count: line.count) }
    let outside = zip(line, inside).filter { !$0.1 }.map(\.0)
    let commas = outside.count { $0 == UInt8(ascii: ",") }
    let tabs = outside.count { $0 == UInt8(ascii: "\t") }
    let semicolons = outside.count { $0 == UInt8(ascii: ";") }
    let mark =
      tabs > 0 && tabs >= commas
      ? UInt8(ascii: "\t") : UInt8(ascii: semicolons > commas ? ";" : ",")
    delimiter = mark
    var cells: [[UInt8]] = [[]]
    for (byte, isInside) in zip(line, inside) {
      if byte == mark, !isInside { cells.append([]) } else { cells[cells.count - 1].append(byte) }
    }
    names = cells.map { cell in
      String(decoding: cell, as: UTF8.self)
        .trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
        .replacing("\"\"", with: "\"")
    }
  }

  /// Whether each byte lies in quotes.
  private static func inside(_ line: [UInt8]) -> [Bool] {
    var isOpen = false
    return line.map { byte in
      if byte == 0x22 { isOpen.toggle() }
      return isOpen
    }
  }
}
