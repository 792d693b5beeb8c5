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
    var isInside = false
    let isOutside = line.map { byte in
      if byte == 0x22, isQuoted { isInside.toggle() }
      return !isInside
    }
    func count(_ mark: UInt8) -> Int { line.indices.count { line[$0] == mark && isOutside[$0] } }
    let (tab, comma, semicolon) = (UInt8(ascii: "\t"), UInt8(ascii: ","), UInt8(ascii: ";"))
    let isTabbed = count(tab) > 0 && count(tab) >= count(comma)
    let mark = isTabbed ? tab : count(semicolon) > count(comma) ? semicolon : comma
    delimiter = mark
    var cells: [[UInt8]] = [[]]
    for (byte, isOutside) in zip(line, isOutside) {
      if byte == mark, isOutside { cells.append([]) } else { cells[cells.count - 1].append(byte) }
    }
    names = cells.map { cell in
      String(decoding: cell, as: UTF8.self)
        .trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
        .replacing("\"\"", with: "\"")
    }
  }
}
