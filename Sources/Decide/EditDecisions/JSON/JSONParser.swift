import Support

/// A strict JSON parser with limits, which reports line and column of errors.
///
/// Foundation's parser has no limits for size and depth, silently keeps the last of two equal keys,
/// and reports a position only for some errors.
struct JSONParser {
  /// A syntax error; lines and columns start at 1.
  struct Failure: Error {
    let line: Int
    let column: Int
    let message: String
  }

  /// Maximum depth of nested lists and objects; a decision document needs nine.
  static let maximumDepth = 32

  private let bytes: [UInt8]
  private var position = 0
  private var levels = 0
  private var values = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func node(of bytes: [UInt8]) throws(Failure) -> JSONNode {
    var parser = JSONParser(bytes)
    // Windows programs may write a byte order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.position = 3 }
    parser.skipSpace()
    guard parser.peek != nil else { throw parser.failure("the file is empty") }
    let node = try parser.value()
    parser.skipSpace()
    if let next = parser.peek {
      throw parser.failure(
        next == UInt8(ascii: "{")
          ? "a second document begins; put each document in its own file"
          : "found \(parser.nextDescription) after the document's end")
    }
    return node
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func value() throws(Failure) -> JSONNode {
    values += 1
    guard values <= DecisionLimits.values else {
      throw failure("more than \(DecisionLimits.values) values, which is the limit")
    }
    switch peek {
    case UInt8(ascii: "{"): return JSONNode(value: .object(try object()))
    case UInt8(ascii: "["): return JSONNode(value: .list(try list()))
    case UInt8(ascii: "\""): return JSONNode(value: .text(try string()))
    case .some(UInt8(ascii: "0")...UInt8(ascii: "9")), UInt8(ascii: "-"):
      return JSONNode(value: .number(try number()))
    default: return JSONNode(value: try literal())
    }
  }

  private mutating func object() throws(Failure) -> [(key: String, node: JSONNode)] {
    try enterLevel()
    var members: [(key: String, node: JSONNode)] = []
    var keys: Set<String> = []
    if closeLevel(with: "}") { return members }
    while true {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else {
        throw failure(
          peek == UInt8(ascii: "}")
            ? "a comma before '}'; remove it"
            : "expected a key in double quotes, found \(nextDescription)")
      }
      let place = position
      let key = try string()
      guard keys.insert(key).inserted else {
        position = place
        throw failure("\"\(JSONNode.shown(key))\" occurs twice in this object; write it once")
      }
      skipSpace()
      guard consume(":") else {
        throw failure("expected ':' after \"\(JSONNode.shown(key))\", found \(nextDescription)")
      }
      skipSpace()
      members.append((key, try value()))
      if closeLevel(with: "}") { return members }
      guard consume(",") else { throw failure("expected ',' or '}', found \(nextDescription)") }
    }
  }

  private mutating func list() throws(Failure) -> [JSONNode] {
    try enterLevel()
    var nodes: [JSONNode] = []
    if closeLevel(with: "]") { return nodes }
    while true {
      skipSpace()
      guard peek != UInt8(ascii: "]") else { throw failure("a comma before ']'; remove it") }
      nodes.append(try value())
      if closeLevel(with: "]") { return nodes }
      guard consume(",") else { throw failure("expected ',' or ']', found \(nextDescription)") }
    }
  }

  private mutating func enterLevel() throws(Failure) {
    position += 1
    levels += 1
    guard levels <= Self.maximumDepth else {
      throw failure(
        "more than \(Self.maximumDepth) levels of lists and objects, which is the limit")
    }
  }

  private mutating func closeLevel(with character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard consume(character) else { return false }
    levels -= 1
    return true
  }

  private mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private mutating func number() throws(Failure) -> Double {
    let start = position
    _ = consume("-")
    let whole = digits()
    var isGood = whole == 1 || whole > 1 && bytes[position - whole] != UInt8(ascii: "0")
    if consume(".") { isGood = digits() > 0 && isGood }
    if consume("e") || consume("E") {
      if !consume("+") { _ = consume("-") }
      isGood = digits() > 0 && isGood
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    // Beyond 2^53, a Double cannot represent every integer, so the value would change.
    guard isGood, position - start <= 400, let number = Double(text), number.magnitude < 0x1p53
    else {
      let end = position
      position = start
      throw failure(
        isGood
          ? "\(JSONNode.shown(text)) is too large a number"
          : end < bytes.count && bytes[end] == UInt8(ascii: ",") && whole > 0
            ? "'\(JSONNode.shown(text))' is not a number"
            : "'\(JSONNode.shown(text))' is not a number; write 0.5, not .5, 05 or 5.")
    }
    return number
  }

  private mutating func digits() -> Int {
    let start = position
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    return position - start
  }

  private mutating func literal() throws(Failure) -> JSONNode.Value {
    let start = position
    while position - start < 12, let byte = peek, byte | 0x20 >= 0x61, byte | 0x20 <= 0x7A {
      position += 1
    }
    let literal = String(decoding: bytes[start..<position], as: UTF8.self)
    switch literal {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default:
      position = start
      throw failure(
        literal.isEmpty
          ? "expected a value, found \(nextDescription)" : "'\(literal)' is not a JSON value")
    }
  }
}

extension JSONParser {
  /// The next character, as it is described in error messages.
  private var nextDescription: String {
    guard let byte = peek else { return "the end of the file, which is incomplete" }
    if byte == UInt8(ascii: "'") { return "a single quote; JSON uses double quotes" }
    if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "#") {
      return "a comment; JSON has no comments"
    }
    let rest = bytes[position..<min(bytes.count, position + 4)]
    let character = String(decoding: rest, as: UTF8.self).first.map(String.init) ?? ""
    if "“”„‘’«»".contains(character) { return "\(character); JSON uses straight double quotes" }
    return "'\(TerminalText.escaped(character))'"
  }

  private func failure(_ message: String) -> Failure {
    let before = bytes[..<min(position, bytes.count)]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = before.count(where: { $0 == UInt8(ascii: "\n") }) + 1
    // Count characters, not bytes: skip UTF-8 continuation bytes.
    let column = before[lineStart...].count(where: { $0 & 0xC0 != 0x80 }) + 1
    return Failure(line: line, column: column, message: message)
  }

  private mutating func string() throws(Failure) -> String {
    let opening = position
    position += 1
    var text: [UInt8] = []
    while let byte = peek, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else {
        throw failure("a line break or control character inside text; is a quote missing?")
      }
      if byte == UInt8(ascii: "\\") {
        text += try escape().utf8
      } else {
        text.append(byte)
        position += 1
      }
    }
    guard consume("\"") else {
      position = opening
      throw failure("text without its closing quote")
    }
    guard let valid = String(validating: text, as: UTF8.self) else {
      position = opening
      throw failure("text that is not UTF-8; save the file as UTF-8")
    }
    return valid
  }

  private mutating func escape() throws(Failure) -> Character {
    position += 1
    defer { position += 1 }
    switch peek {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return Character(try unicodeScalar())
    default:
      throw failure("'\\' before \(nextDescription) is not an escape; write a backslash as \\\\")
    }
  }

  /// Parses `uXXXX`, or a surrogate pair of two such escapes, and stays on the last digit.
  private mutating func unicodeScalar() throws(Failure) -> Unicode.Scalar {
    let high = try fourHexDigits()
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard high < 0xDC00, position + 2 < bytes.count, bytes[position + 1] == UInt8(ascii: "\\"),
      bytes[position + 2] == UInt8(ascii: "u")
    else { throw failure("half a surrogate pair") }
    position += 2
    let low = try fourHexDigits()
    guard (0xDC00..<0xE000).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw failure("half a surrogate pair") }
    return scalar
  }

  private mutating func fourHexDigits() throws(Failure) -> UInt32 {
    let digits = position + 1..<position + 5
    guard digits.upperBound <= bytes.count,
      bytes[digits].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt32(String(decoding: bytes[digits], as: UTF8.self), radix: 16)
    else { throw failure("'\\u' without four hexadecimal digits") }
    position += 4
    return value
  }
}
