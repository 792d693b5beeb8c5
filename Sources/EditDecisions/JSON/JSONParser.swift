/// Reads a JSON text into nodes: strictly, within bounds, and saying where it is wrong.
///
/// Foundation's parser takes every size and depth, keeps the last of two equal keys in silence,
/// and tells a column only for some mistakes.
struct JSONParser {
  /// What is wrong with a text, and where; lines and columns count from 1.
  struct Failure: Error {
    let line: Int
    let column: Int
    let message: String
  }

  /// Most levels of lists and objects; a document has nine.
  static let mostLevels = 32

  private let bytes: [UInt8]
  private var at = 0
  private var levels = 0
  private var values = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The one value of a text.
  static func node(of bytes: [UInt8]) throws(Failure) -> JSONNode {
    var parser = JSONParser(bytes)
    // Editors on Windows begin a file with a byte order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.at = 3 }
    parser.skipSpace()
    guard parser.peek != nil else { throw parser.failure("the file is empty") }
    let node = try parser.value()
    parser.skipSpace()
    if let next = parser.peek {
      throw parser.failure(
        next == UInt8(ascii: "{")
          ? "a second document begins; give one document a file"
          : "found \(parser.found) after the document's end")
    }
    return node
  }

  private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func value() throws(Failure) -> JSONNode {
    values += 1
    guard values <= DecisionLimits.values else {
      throw failure("more than \(DecisionLimits.values) values; no document has so many")
    }
    switch peek {
    case UInt8(ascii: "{"): return JSONNode(value: .object(try object()))
    case UInt8(ascii: "["): return JSONNode(value: .list(try list()))
    case UInt8(ascii: "\""): return JSONNode(value: .text(try string()))
    case .some(UInt8(ascii: "0")...UInt8(ascii: "9")), UInt8(ascii: "-"):
      return JSONNode(value: .number(try number()))
    default: return JSONNode(value: try word())
    }
  }

  private mutating func object() throws(Failure) -> [(key: String, node: JSONNode)] {
    try enter()
    var members: [(key: String, node: JSONNode)] = []
    var keys: Set<String> = []
    if close(with: "}") { return members }
    while true {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else {
        throw failure(
          peek == UInt8(ascii: "}")
            ? "a comma before '}'; take it out"
            : "expected a key in double quotes, found \(found)")
      }
      let place = at
      let key = try string()
      guard keys.insert(key).inserted else {
        at = place
        throw failure("\"\(JSONNode.shown(key))\" stands twice in this object; write it once")
      }
      skipSpace()
      guard take(":") else {
        throw failure("expected ':' after \"\(JSONNode.shown(key))\", found \(found)")
      }
      skipSpace()
      members.append((key, try value()))
      if close(with: "}") { return members }
      guard take(",") else { throw failure("expected ',' or '}', found \(found)") }
    }
  }

  private mutating func list() throws(Failure) -> [JSONNode] {
    try enter()
    var nodes: [JSONNode] = []
    if close(with: "]") { return nodes }
    while true {
      skipSpace()
      guard peek != UInt8(ascii: "]") else { throw failure("a comma before ']'; take it out") }
      nodes.append(try value())
      if close(with: "]") { return nodes }
      guard take(",") else { throw failure("expected ',' or ']', found \(found)") }
    }
  }

  private mutating func enter() throws(Failure) {
    at += 1
    levels += 1
    guard levels <= Self.mostLevels else {
      throw failure("more than \(Self.mostLevels) levels of lists and objects")
    }
  }

  private mutating func close(with character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard take(character) else { return false }
    levels -= 1
    return true
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
  }

  private mutating func number() throws(Failure) -> Double {
    let start = at
    _ = take("-")
    let whole = digits()
    var isGood = whole == 1 || whole > 1 && bytes[at - whole] != UInt8(ascii: "0")
    if take(".") { isGood = digits() > 0 && isGood }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      isGood = digits() > 0 && isGood
    }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    // From 2^53 on not every whole number is a double, and another would be read than is written.
    guard isGood, at - start <= 400, let number = Double(text), number.magnitude < 0x1p53 else {
      let end = at
      at = start
      throw failure(
        isGood
          ? "\(JSONNode.shown(text)) is too large a number"
          : end < bytes.count && bytes[end] == UInt8(ascii: ",") && whole > 0
            ? "'\(JSONNode.shown(text))' is no number"
            : "'\(JSONNode.shown(text))' is no number; write 0.5, not .5, 05 or 5.")
    }
    return number
  }

  private mutating func digits() -> Int {
    let start = at
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { at += 1 }
    return at - start
  }

  private mutating func word() throws(Failure) -> JSONNode.Value {
    let start = at
    while at - start < 12, let byte = peek, byte | 0x20 >= 0x61, byte | 0x20 <= 0x7A { at += 1 }
    let word = String(decoding: bytes[start..<at], as: UTF8.self)
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default:
      at = start
      throw failure(
        word.isEmpty ? "expected a value, found \(found)" : "'\(word)' is no value of JSON")
    }
  }
}

extension JSONParser {
  /// What stands here, in words.
  private var found: String {
    guard let byte = peek else { return "the end of the file, which is cut short" }
    if byte == UInt8(ascii: "'") { return "a single quote; JSON has double quotes" }
    if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "#") { return "a comment; JSON has none" }
    let rest = bytes[at..<min(bytes.count, at + 4)]
    let character = String(decoding: rest, as: UTF8.self).first.map(String.init) ?? ""
    if "“”„‘’«»".contains(character) { return "\(character); JSON has straight double quotes" }
    return "'\(TerminalText.escaped(character))'"
  }

  private func failure(_ message: String) -> Failure {
    let before = bytes[..<min(at, bytes.count)]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = before.count(where: { $0 == UInt8(ascii: "\n") }) + 1
    // Columns count characters, of which UTF-8 has one first byte each.
    let column = before[lineStart...].count(where: { $0 & 0xC0 != 0x80 }) + 1
    return Failure(line: line, column: column, message: message)
  }

  private mutating func string() throws(Failure) -> String {
    let opening = at
    at += 1
    var text: [UInt8] = []
    while let byte = peek, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else {
        throw failure("a line break or control character inside text; is a quote missing?")
      }
      if byte == UInt8(ascii: "\\") {
        text += try escape().utf8
      } else {
        text.append(byte)
        at += 1
      }
    }
    guard take("\"") else {
      at = opening
      throw failure("text without its closing quote")
    }
    guard let valid = String(validating: text, as: UTF8.self) else {
      at = opening
      throw failure("text that is not UTF-8; save the file as UTF-8")
    }
    return valid
  }

  private mutating func escape() throws(Failure) -> Character {
    at += 1
    defer { at += 1 }
    switch peek {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return Character(try unicode())
    default: throw failure("'\\' before \(found) is no escape; write a backslash as \\\\")
    }
  }

  /// The scalar of `uXXXX`, or of two such that are surrogates; leaves the last digit.
  private mutating func unicode() throws(Failure) -> Unicode.Scalar {
    let high = try hexadecimal()
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard high < 0xDC00, at + 2 < bytes.count, bytes[at + 1] == UInt8(ascii: "\\"),
      bytes[at + 2] == UInt8(ascii: "u")
    else { throw failure("half a surrogate pair") }
    at += 2
    let low = try hexadecimal()
    guard (0xDC00..<0xE000).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw failure("half a surrogate pair") }
    return scalar
  }

  private mutating func hexadecimal() throws(Failure) -> UInt32 {
    guard at + 4 < bytes.count,
      bytes[(at + 1)...(at + 4)].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt32(String(decoding: bytes[(at + 1)...(at + 4)], as: UTF8.self), radix: 16)
    else { throw failure("'\\u' without four hexadecimal digits") }
    at += 4
    return value
  }
}
