/// A query of a database whose `:since` became the mark of a bound value.
struct QueryText: Hashable, Sendable {
  /// The word that stands for the bound value.
  static let mark = ":since"

  /// The query with `?` for each `:since`.
  let text: String
  let marks: Int
  /// Whether the answer itself is cut, by a LIMIT that stands in no brackets.
  let isLimited: Bool

  /// Reads a query.
  ///
  /// - Throws: `ImportOptionError` for what is not one SELECT.
  init(_ query: String) throws(ImportOptionError) {
    var reader = Reader(query)
    try reader.read()
    guard let first = reader.words.first, ["SELECT", "WITH"].contains(first) else {
      throw ImportOptionError("a query begins with SELECT or WITH: it only reads")
    }
    text = reader.text
    marks = reader.marks
    isLimited = reader.words.contains { ["LIMIT", "FETCH", "TOP"].contains($0) }
  }

  /// Goes over a query once; quotes and comments are passed by as they are.
  private struct Reader {
    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0
    private var output: [UInt8] = []
    private(set) var marks = 0
    /// The words that stand in no brackets, in capitals.
    private(set) var words: [String] = []
    var text: String { String(decoding: output, as: UTF8.self) }

    init(_ query: String) { bytes = Array(query.utf8) }

    mutating func read() throws(ImportOptionError) {
      while index < bytes.count {
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): pass(to: [byte], from: 1)
        case UInt8(ascii: "-") where has("--"): pass(to: [UInt8(ascii: "\n")], from: 2)
        case UInt8(ascii: "/") where has("/*"): pass(to: Array("*/".utf8), from: 2)
        case UInt8(ascii: "$") where has("$$"): pass(to: Array("$$".utf8), from: 2)
        case UInt8(ascii: ":"): takeColon()
        case UInt8(ascii: "?"):
          throw ImportOptionError("a query has no '?'; write :since for where the last night ended")
        case UInt8(ascii: ";"): try takeEnd()
        case _ where Self.isLetter(byte): takeWord()
        default:
          if byte == UInt8(ascii: "(") { depth += 1 }
          if byte == UInt8(ascii: ")") { depth -= 1 }
          take(1)
        }
      }
    }

    private mutating func take(_ count: Int) {
      output += bytes[index..<index + count]
      index += count
    }

    private func has(_ word: String) -> Bool { bytes[index...].starts(with: word.utf8) }

    /// Passes over what ends with `end`; without an end it goes to the query's.
    private mutating func pass(to end: [UInt8], from skipped: Int) {
      var last = min(index + skipped, bytes.count)
      while last < bytes.count, !bytes[last...].starts(with: end) { last += 1 }
      take(min(last + end.count, bytes.count) - index)
    }

    /// A cast of PostgreSQL's, `::text`, or the mark.
    private mutating func takeColon() {
      if has("::") { return take(2) }
      let end = index + QueryText.mark.utf8.count
      guard has(QueryText.mark), end == bytes.count || !Self.isLetter(bytes[end]) else {
        return take(1)
      }
      output.append(UInt8(ascii: "?"))
      marks += 1
      index = end
    }

    private mutating func takeEnd() throws(ImportOptionError) {
      guard bytes[index...].allSatisfy({ $0 <= 0x20 || $0 == UInt8(ascii: ";") }) else {
        throw ImportOptionError("a query is one SELECT, and nothing follows its ';'")
      }
      index = bytes.count
    }

    private mutating func takeWord() {
      var last = index
      while last < bytes.count, Self.isLetter(bytes[last]) { last += 1 }
      if depth == 0 {
        words.append(String(decoding: bytes[index..<last], as: UTF8.self).uppercased())
      }
      take(last - index)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
      byte | 0x20 &- 97 < 26 || byte &- 48 < 10 || byte == UInt8(ascii: "_") || byte >= 0x80
    }
  }
}
