import Foundation

/// A line that may contain the column names of a table.
struct HeaderLine {
  /// The delimiter: the most frequent of tab, comma and semicolon outside quotes.
  let delimiter: UInt8
  let names: [String]

  /// Splits a line, which must have no line end.
  init(_ line: [UInt8]) {
    let (tab, comma, semicolon) = (UInt8(ascii: "\t"), UInt8(ascii: ","), UInt8(ascii: ";"))
    let cells = [comma, semicolon, tab].map { Self.cells(of: line, between: $0) }
    let isTabbed = cells[2].count > 1 && cells[2].count >= cells[0].count
    let isSemicoloned = cells[1].count > cells[0].count
    delimiter = isTabbed ? tab : isSemicoloned ? semicolon : comma
    names = cells[isTabbed ? 2 : isSemicoloned ? 1 : 0].map { cell in
      cell.trimmingCharacters(in: CharacterSet(charactersIn: " \t\"")).replacing("\"\"", with: "\"")
    }
  }

  /// The cells between delimiters that are outside quotes.
  static func cells(of line: [UInt8], between mark: UInt8) -> [String] {
    // With an odd number of quotes, the line is ordinary text, so ignore quotes.
    let isQuoted = line.count { $0 == 0x22 }.isMultiple(of: 2)
    var isInside = false
    return line.split(omittingEmptySubsequences: false) { byte in
      if byte == 0x22, isQuoted { isInside.toggle() }
      return byte == mark && !isInside
    }.map { String(decoding: $0, as: UTF8.self) }
  }
}
