import Foundation

/// A pull parser for JSON streams, in constant memory.
///
/// The caller asks for the value it expects:
///
///     try reader.beginObject()
///     while let key = try reader.nextKey() {
///       if key.matches("t") { time = try reader.number() }
///     }
///
/// A value that the caller does not read is skipped.
///
/// Returned `Bytes` are valid until the next call. If a key occurs twice, the caller receives both.
/// Numbers may also be written as text, `NaN` or `null`. Errors in the structure are reported with
/// their line.
@safe
struct JSONReader: ~Copyable {
  private static let deepest = 64

  private var window: StreamBuffer
  private var buffer: UnsafeMutablePointer<UInt8> { unsafe window.start }
  private var end: Int { window.end }
  private var position = 0
  /// Start of the text being read, so that a refill keeps it in the buffer; -1 for none.
  private var mark = -1
  private var depth = 0
  private var needsComma = false
  /// Whether the caller received a key or an element but has not read its value yet.
  private var isValueDue = false
  private let lines: Bool
  private var lineBytes = 0
  /// Contains the last text that had to be copied: an unescaped one, or a key before a refill.
  private var scratch = ByteBuffer()

  /// The current line, starting at 1.
  private(set) var line: Int

  /// With `lines` (JSON Lines), each value must be on one line; the first line is `firstLine`.
  init(_ source: ByteSource, lines: Bool, firstLine: Int = 1) throws(ImportError) {
    window = StreamBuffer(source)
    self.lines = lines
    line = firstLine
    try source.requireText(line: firstLine)
  }

  var file: String { window.source.file }

  func failure(
    _ problem: String, _ remedy: String, kind: ImportError.Kind = .badData
  ) -> ImportError {
    ImportError(kind, of: file, line: line, problem, remedy)
  }

  /// The first byte of the next value or punctuation, not consumed; 0 at the end of the file.
  @inline(__always)
  mutating func peek() throws(ImportError) -> UInt8 {
    while true {
      let byte = unsafe buffer[position]
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
      case UInt8(ascii: "\n"): try endLine()
      case 0 where position == end:
        guard try refill() else { return 0 }
      default: return byte
      }
    }
  }

  mutating func hasMore() throws(ImportError) -> Bool {
    needsComma = false
    return try peek() != 0 || position < end
  }

  mutating func beginObject() throws(ImportError) { try begin(UInt8(ascii: "{"), "an object {…}") }

  mutating func beginList() throws(ImportError) { try begin(UInt8(ascii: "["), "a list […]") }

  /// Enters the next value if it is an object; otherwise returns `false` and consumes nothing.
  mutating func beginObjectIfPresent() throws(ImportError) -> Bool {
    guard try peek() == UInt8(ascii: "{") else { return false }
    try beginObject()
    return true
  }

  /// Enters the next value if it is a list; otherwise returns `false` and consumes nothing.
  mutating func beginListIfPresent() throws(ImportError) -> Bool {
    guard try peek() == UInt8(ascii: "[") else { return false }
    try beginList()
    return true
  }

  /// Calls `body` for each object in the next value: the object itself, or all objects in a list.
  ///
  /// Lists may be nested. Firebase stores a list with missing elements as an object with numeric
  /// keys, so values of numeric keys count as elements.
  ///
  ///     let ignored = try reader.forEachObject { reader in try readBox(&reader) }
  ///
  /// The result is the number of elements that are neither objects nor `null`.
  mutating func forEachObject(
    _ body: (inout JSONReader) throws(ImportError) -> Void
  ) throws(ImportError) -> Int {
    var others = 0
    switch try peek() {
    case UInt8(ascii: "["):
      try beginList()
      while try nextElement() { others += try forEachObject(body) }
    case UInt8(ascii: "{"):
      guard try isNumbered() else {
        try body(&self)
        break
      }
      try beginObject()
      while try nextKey() != nil { others += try forEachObject(body) }
    case UInt8(ascii: "n"), UInt8(ascii: "N"): try skip()
    default:
      try skip()
      others = 1
    }
    return others
  }

  /// Whether the first key of the next object is a number, so that the object represents a list.
  mutating func isNumbered() throws(ImportError) -> Bool {
    // `mark` keeps the opening bracket in the buffer during the look-ahead.
    mark = position
    defer { mark = -1 }
    var index = 1
    var digits = 0
    var isOpen = false
    while true {
      while mark + index >= end {
        guard try refill() else { return false }
      }
      let byte = unsafe buffer[mark + index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        if isOpen { return digits > 0 }
        isOpen = true
      case _ where isOpen:
        guard byte &- 48 < 10, digits < 9 else { return false }
        digits += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): continue
      default: return false
      }
    }
  }

  mutating func nextKey() throws(ImportError) -> Bytes? {
    guard try nextMember(closing: UInt8(ascii: "}")) else { return nil }
    guard try peek() == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
    let key = try string()
    isValueDue = true
    guard unsafe buffer[position] == UInt8(ascii: ":") else {
      return try keyBeforeColon(key.array)
    }
    position += 1
    return key
  }

  /// Whether the list has another element; at its end, this leaves the list.
  mutating func nextElement() throws(ImportError) -> Bool {
    isValueDue = try nextMember(closing: UInt8(ascii: "]"))
    return isValueDue
  }

  mutating func number() throws(ImportError) -> Double? { try scalar()?.number }

  /// Reads a number; adds 1 to `words` if the value is neither a number nor a word for none.
  mutating func number(countingWords words: inout Int) throws(ImportError) -> Double? {
    guard let word = try scalar() else {
      words += 1
      return nil
    }
    if let number = word.number { return number }
    let plain = word.trimmed
    if plain.count > 0, !TableColumns.isEmptyWord(plain) { words += 1 }
    return nil
  }

  /// Reads the next value as a score from 0 to 1; `nil` if it is not a number.
  ///
  /// Up to 1.5 counts as rounding. More is an error, because the scores are then probably
  /// percentages.
  mutating func score() throws(ImportError) -> Double? {
    var words = 0
    return try score(countingWords: &words)
  }

  /// Reads a score; adds 1 to `words` if it is neither a number nor a word for a missing value.
  mutating func score(countingWords words: inout Int) throws(ImportError) -> Double? {
    guard let score = try number(countingWords: &words) else { return nil }
    guard score <= 1.5 else {
      throw failure(
        "the score \(score) is too large", "scores are fractions from 0 to 1, not per cent")
    }
    return score
  }

  /// Reads the next value as text; also accepts a number, and `true` or `false` if `orFlag`.
  mutating func text(orFlag: Bool = false) throws(ImportError) -> Bytes? {
    let isQuoted = try peek() == UInt8(ascii: "\"")
    guard let word = try scalar() else { return nil }
    let isTextOrNumber = isQuoted || "-.0123456789".utf8.contains(word[0])
    return isTextOrNumber || orFlag && "tf".utf8.contains(word[0]) ? word : nil
  }

  /// Reads a text of at most 256 bytes; `nil` for a value that is not text.
  mutating func shortText(_ name: String) throws(ImportError) -> String? {
    guard let bytes = try text() else { return nil }
    guard bytes.count <= 256, let text = bytes.text else {
      throw failure("'\(name)' cannot be read", "write it in UTF-8, at most 256 bytes")
    }
    return text
  }

  @inline(never)
  mutating func skip() throws(ImportError) {
    isValueDue = false
    switch try peek() {
    case UInt8(ascii: "{"):
      try beginObject()
      while try nextKey() != nil { try skip() }
    case UInt8(ascii: "["):
      try beginList()
      while try nextElement() { try skip() }
    case UInt8(ascii: "\""):
      _ = try string()
      needsComma = true
    default: _ = try bareWord()
    }
  }

  // MARK: - Structure

  private mutating func begin(_ bracket: UInt8, _ wanted: String) throws(ImportError) {
    guard try peek() == bracket else { throw unexpected(wanted) }
    position += 1
    depth += 1
    needsComma = false
    isValueDue = false
    guard depth <= Self.deepest else {
      throw failure(
        "values are nested deeper than \(Self.deepest) levels", "give a file of this format")
    }
  }

  @inline(__always)
  private mutating func nextMember(closing: UInt8) throws(ImportError) -> Bool {
    if isValueDue { try skip() }
    var byte = try peek()
    if byte == closing {
      position += 1
      depth -= 1
      needsComma = true
      return false
    }
    if needsComma {
      guard byte == UInt8(ascii: ",") else { throw unexpected("',' or the end of the list") }
      position += 1
      needsComma = false
      byte = try peek()
      guard byte != closing else { throw unexpected("another member after ','") }
    }
    return true
  }

  /// Handles space before the colon; the key is copied, because the buffer may move.
  private mutating func keyBeforeColon(_ key: [UInt8]) throws(ImportError) -> Bytes {
    guard try peek() == UInt8(ascii: ":") else { throw unexpected("':' after a key") }
    position += 1
    return scratch.copyIntoBuffer(key)
  }

  private mutating func endLine() throws(ImportError) {
    guard !lines || depth == 0 else {
      throw failure("the line ends inside a value", "each line is one whole JSON value")
    }
    position += 1
    line += 1
    lineBytes = 0
  }

  private func unexpected(_ wanted: String) -> ImportError {
    guard position < end else {
      return failure(
        "the file ends inside a value", "copy the file again, whole",
        kind: window.source.isFile ? .endsEarly : .badData)
    }
    let byte = unsafe buffer[position]
    let found =
      (0x21...0x7E).contains(byte) ? "'\(Character(Unicode.Scalar(byte)))'" : "a byte \(byte)"
    return failure("found \(found)", "\(wanted) belongs here")
  }

  // MARK: - Scalars

  @inline(__always)
  private mutating func scalar() throws(ImportError) -> Bytes? {
    isValueDue = false
    switch try peek() {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      try skip()
      return nil
    case UInt8(ascii: "\""):
      defer { needsComma = true }
      return try string()
    default: return try bareWord()
    }
  }

  @inline(__always)
  private mutating func bareWord() throws(ImportError) -> Bytes {
    mark = position
    while true {
      let byte = unsafe buffer[position]
      if byte &- 48 < 10 || byte | 0x20 &- 97 < 26 || byte == UInt8(ascii: ".")
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      {
        position += 1
      } else if position == end, try refill() {
        continue
      } else {
        break
      }
    }
    let word = unsafe Bytes(start: UnsafePointer(buffer + mark), count: position - mark)
    mark = -1
    guard word.count > 0 else { throw unexpected("a value") }
    let first = unsafe word.start[0]
    guard first &- 48 < 10 || first == UInt8(ascii: "-") || Self.isKnown(word) else {
      throw failure("a word without quotes", "put text in quotes: \"…\"")
    }
    needsComma = true
    return word
  }

  private static func isKnown(_ word: Bytes) -> Bool {
    word.matches("null") || word.matches("true") || word.matches("false") || word.matches("NaN")
      || word.matches("nan") || word.matches("Infinity") || word.matches("inf")
      || word.matches("None") || word[0] == UInt8(ascii: ".")
  }

  /// Reads a text in quotes, decodes its escapes, and moves past the closing quote.
  @inline(__always)
  private mutating func string() throws(ImportError) -> Bytes {
    position += 1
    mark = position
    var escaped = false
    while true {
      let byte = unsafe buffer[position]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        escaped = true
        position += 1
        if position == end { guard try refill() else { throw unexpected("\"") } }
        position += 1
      } else if byte >= 0x20 {
        position += 1
      } else if position < end {
        throw failure("a control character inside text", "write it as an escape, for example \\n")
      } else {
        guard try refill() else { throw unexpected("\"") }
      }
    }
    let text = unsafe Bytes(start: UnsafePointer(buffer + mark), count: position - mark)
    mark = -1
    position += 1
    guard escaped else { return text }
    guard let plain = JSONEscapes.unescape(text) else {
      throw failure("this escape is not valid in JSON", "use \\uXXXX, \\n, \\\" and the like")
    }
    return scratch.copyIntoBuffer(plain)
  }

  // MARK: - The buffer

  /// Reads more bytes after those still needed; a zero byte always follows the last one.
  @inline(never)
  private mutating func refill() throws(ImportError) -> Bool {
    let kept = mark >= 0 ? mark : position
    lineBytes += kept
    guard !lines || lineBytes <= StreamBuffer.longest else {
      throw failure(
        "a line longer than \(StreamBuffer.longest >> 20) MB", "write one sample per line")
    }
    position -= kept
    if mark >= 0 { mark = 0 }
    let (file, line) = (file, line)
    return try window.read(keeping: kept) {
      ImportError(of: file, line: line, "a text longer than \($0) MB", "give a file of this format")
    } > 0
  }
}
