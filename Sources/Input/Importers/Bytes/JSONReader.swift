import Foundation

/// Reads JSON from a stream in one pass, flat in memory: the caller asks for what it expects.
///
///     try reader.beginObject()
///     while let key = try reader.nextKey() {
///       if key.matches("t") { time = try reader.number() }
///     }
///
/// A value that is not read is passed over, and may be anything.
///
/// `Bytes` that it gives are valid until the next call. Of a key that comes twice the caller sees
/// both; taking the last is the custom. Lenient in what is a number (text of one, NaN, null),
/// strict in structure, with the line of what was wrong.
@safe
struct JSONReader: ~Copyable {
  /// The deepest nesting that is read.
  private static let deepest = 64

  private var window: ByteWindow
  private var buffer: UnsafeMutablePointer<UInt8> { unsafe window.start }
  private var end: Int { window.end }
  private var position = 0
  /// Where the text being read began; it stays in the buffer when more is read.
  private var mark = -1
  private var depth = 0
  private var needsComma = false
  /// Whether a key or an element was told whose value was not read yet.
  private var isValueDue = false
  private let lines: Bool
  private var lineBytes = 0
  /// Holds the one text that is not in the buffer as it reads: unescaped, or out of its way.
  private var scratch = HeldBytes()

  /// The line that is being read, from 1.
  private(set) var line: Int

  /// Reads bytes that begin on a line; of JSON Lines every value must end on the line it begins on.
  init(_ source: ByteSource, lines: Bool, firstLine: Int = 1) throws(ImportError) {
    window = ByteWindow(source)
    self.lines = lines
    line = firstLine
    try source.requireText(line: firstLine)
  }

  var file: String { window.source.file }

  /// A refusal at the current line.
  func failure(
    _ problem: String, _ remedy: String, kind: ImportError.Kind = .badData
  ) -> ImportError {
    ImportError(kind, of: file, line: line, problem, remedy)
  }

  /// The first byte of the next value or mark, not yet taken; 0 at the end of the file.
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

  /// Whether another value follows at the top of the file.
  mutating func hasMore() throws(ImportError) -> Bool {
    needsComma = false
    return try peek() != 0 || position < end
  }

  mutating func beginObject() throws(ImportError) { try begin(UInt8(ascii: "{"), "an object {…}") }

  mutating func beginList() throws(ImportError) { try begin(UInt8(ascii: "["), "a list […]") }

  /// Begins an object where one comes next, and says whether; all else is left to be passed over.
  mutating func entersObject() throws(ImportError) -> Bool {
    guard try peek() == UInt8(ascii: "{") else { return false }
    try beginObject()
    return true
  }

  /// The same of a list.
  mutating func entersList() throws(ImportError) -> Bool {
    guard try peek() == UInt8(ascii: "[") else { return false }
    try beginList()
    return true
  }

  /// Hands over each object of the value that comes next: it, or those of a list and lists in it.
  ///
  /// Databases write a list as an object with numeric keys where elements are missing, so the
  /// values of such keys are elements.
  ///
  ///     let ignored = try reader.forEachObject { reader in try readBox(&reader) }
  ///
  /// - Parameter body: reads the object that comes next.
  /// - Returns: how many elements are neither objects nor `null`.
  /// - Throws: what `body` throws; a refusal of what is no JSON.
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
    case UInt8(ascii: "n"), UInt8(ascii: "N"):
      try skip()
    default:
      try skip()
      others = 1
    }
    return others
  }

  /// Whether the object that comes next has a number for its first key: it is a list.
  mutating func isNumbered() throws(ImportError) -> Bool {
    // The object's bracket is kept while what follows is looked at.
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

  /// The next key of the object; `nil` once it has ended.
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

  /// Whether the list has another element; at its end the list is left.
  mutating func nextElement() throws(ImportError) -> Bool {
    isValueDue = try nextMember(closing: UInt8(ascii: "]"))
    return isValueDue
  }

  /// The number that comes next, as a number or as text; `nil` for null, NaN and all else.
  mutating func number() throws(ImportError) -> Double? {
    try scalar()?.number
  }

  /// The number that comes next, as `number()`; a value that is neither a number nor a word for
  /// none is counted.
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

  /// The score that comes next, of which a little over 1 is rounding and more is another unit, in
  /// which every face would be held; `nil` as for a number.
  mutating func score() throws(ImportError) -> Double? {
    var words = 0
    return try score(countingWords: &words)
  }

  /// The same; a value that is neither a number nor a word for none is counted.
  mutating func score(countingWords words: inout Int) throws(ImportError) -> Double? {
    guard let score = try number(countingWords: &words) else { return nil }
    guard score <= 1.5 else {
      throw failure("a score of \(score)", "scores are shares 0…1, not per cent")
    }
    return score
  }

  /// The text that comes next, or a number's digits, or true and false where they are asked for;
  /// `nil` for null and all else.
  mutating func text(orFlag: Bool = false) throws(ImportError) -> Bytes? {
    let isQuoted = try peek() == UInt8(ascii: "\"")
    guard let word = try scalar() else { return nil }
    let isTold = isQuoted || "-.0123456789".utf8.contains(word[0])
    return isTold || orFlag && "tf".utf8.contains(word[0]) ? word : nil
  }

  /// The text that comes next, of at most 256 bytes; `nil` as for a text.
  mutating func shortText(_ name: String) throws(ImportError) -> String? {
    guard let bytes = try text() else { return nil }
    guard bytes.count <= 256, let text = bytes.text else {
      throw failure("'\(name)' cannot be read", "write it in UTF-8, at most 256 bytes")
    }
    return text
  }

  /// Passes over the value that comes next.
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
      throw failure("nested deeper than \(Self.deepest)", "no such file has that depth")
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

  /// The rare case of space between key and colon: the buffer may move, so the key is copied.
  private mutating func keyBeforeColon(_ key: [UInt8]) throws(ImportError) -> Bytes {
    guard try peek() == UInt8(ascii: ":") else { throw unexpected("':' after a key") }
    position += 1
    return scratch.lay(key)
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

  /// Letters, digits and signs that stand without quotes: numbers, null, true, false, NaN.
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
      throw failure("a word without quotes", "text is written \"…\"")
    }
    needsComma = true
    return word
  }

  private static func isKnown(_ word: Bytes) -> Bool {
    word.matches("null") || word.matches("true") || word.matches("false") || word.matches("NaN")
      || word.matches("nan") || word.matches("Infinity") || word.matches("inf")
      || word.matches("None") || word[0] == UInt8(ascii: ".")
  }

  /// Text in quotes, unescaped; the reader stands after the closing quote.
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
        throw failure("a control character inside text", "write it as an escape, such as \\n")
      } else {
        guard try refill() else { throw unexpected("\"") }
      }
    }
    let text = unsafe Bytes(start: UnsafePointer(buffer + mark), count: position - mark)
    mark = -1
    position += 1
    guard escaped else { return text }
    guard let plain = JSONEscapes.unescape(text) else {
      throw failure("an escape that JSON does not know", "\\uXXXX, \\n, \\\" and their kin do")
    }
    return scratch.lay(plain)
  }

  // MARK: - The buffer

  /// Reads more behind what is still needed; a zero byte always follows the last.
  @inline(never)
  private mutating func refill() throws(ImportError) -> Bool {
    let kept = mark >= 0 ? mark : position
    lineBytes += kept
    guard !lines || lineBytes <= ByteWindow.longest else {
      throw failure("a line longer than \(ByteWindow.longest >> 20) MB", "one sample a line")
    }
    position -= kept
    if mark >= 0 { mark = 0 }
    let (file, line) = (file, line)
    return try window.read(keeping: kept) {
      ImportError(of: file, line: line, "a text longer than \($0) MB", "no such file has one")
    } > 0
  }
}
