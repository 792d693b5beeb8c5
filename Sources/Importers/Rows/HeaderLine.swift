import Foundation

/// A line that may name the columns of a table.
struct HeaderLine {
  /// The mark between two names: the one that stands most often outside of quotes.
  let delimiter: UInt8
  /// The names, without quotes and spaces around them.
  let names: [String]

  /// Takes a line without its end.
  init(_ line: [UInt8]) {
    // Of a line of words, which a quote may stand in anywhere, quotes hold nothing together.
    let isQuoted = line.count { $0 == 0x22 }.isMultiple(of: 2)
    func split(_ mark: String) -> (mark: UInt8, cells: [[UInt8]]) {
      let mark = Array(mark.utf8)[0]
      var cells: [[UInt8]] = [[]]
      var isInside = false
      for byte in line {
        if byte == 0x22, isQuoted { isInside.toggle() }
        if byte == mark, !isInside { cells.append([]) } else { cells[cells.count - 1].append(byte) }
      }
      return (mark, cells)
    }
    let (tab, comma, semicolon) = (split("\t"), split(","), split(";"))
    let isTabbed = tab.cells.count > 1 && tab.cells.count >= comma.cells.count
    let found = isTabbed ? tab : semicolon.cells.count > comma.cells.count ? semicolon : comma
    delimiter = found.mark
    names = found.cells.map { cell in
      String(decoding: cell, as: UTF8.self)
        .trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
        .replacing("\"\"", with: "\"")
    }
  }
}
