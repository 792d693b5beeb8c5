import Foundation

/// A line that may name the columns of a table.
struct HeaderLine {
  /// The mark between two names: the one that stands most often outside of quotes.
  let delimiter: UInt8
  /// The names, without quotes and spaces around them.
  let names: [String]

  /// Takes a line without its end.
  init(_ line: [UInt8]) {
    let (tab, comma, semicolon) = (UInt8(ascii: "\t"), UInt8(ascii: ","), UInt8(ascii: ";"))
    let cells = [comma, semicolon, tab].map { Self.cells(of: line, between: $0) }
    let isTabbed = cells[2].count > 1 && cells[2].count >= cells[0].count
    let isSemicoloned = cells[1].count > cells[0].count
    delimiter = isTabbed ? tab : isSemicoloned ? semicolon : comma
    names = cells[isTabbed ? 2 : isSemicoloned ? 1 : 0].map { cell in
      cell.trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
        .replacing("\"\"", with: "\"")
    }
  }

  /// What stands between marks; one in quotes parts nothing.
  static func cells(of line: [UInt8], between mark: UInt8) -> [String] {
    // Of a line of words, which a quote may stand in anywhere, quotes hold nothing together.
    let isQuoted = line.count { $0 == 0x22 }.isMultiple(of: 2)
    var isInside = false
    return line.split(omittingEmptySubsequences: false) { byte in
      if byte == 0x22, isQuoted { isInside.toggle() }
      return byte == mark && !isInside
    }.map { String(decoding: $0, as: UTF8.self) }
  }
}
