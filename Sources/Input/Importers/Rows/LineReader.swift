import Foundation

/// Reads lines from a stream in constant memory.
///
/// Lines end with LF or CR LF; the last one may have no end. Returned `Bytes` are valid until the
/// next call.
@safe
struct LineReader: ~Copyable {
  private var window: StreamBuffer
  private var buffer: UnsafeMutablePointer<UInt8> { unsafe window.start }
  private var end: Int { window.end }
  private var start = 0
  private var position = 0
  private var nextLine = 1
  private var endsWithCR = false

  /// Number of the last line, starting at 1; after `extend`, of the first joined line.
  private(set) var line = 0

  init(_ source: ByteSource) throws(ImportError) {
    window = StreamBuffer(source)
    try source.requireText(line: 1)
    while end < Self.searchedBytes, try refill() {}
    endsWithCR = unsafe Self.endsWithCR(buffer, end)
    if endsWithCR { unsafe Self.replaceCR(buffer, end) }
  }

  /// Number of bytes in which a line end is searched, to detect files with CR only.
  private static let searchedBytes = 1 << 16

  /// Whether lines end with CR only, as Excel for Mac writes them.
  private static func endsWithCR(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    guard unsafe memchr(start, 0x0A, count) == nil,
      let first = unsafe memchr(start, 0x0D, count)
    else { return false }
    // A CR at the very end of the searched bytes may be followed by LF.
    let index = unsafe UnsafeRawPointer(start).distance(to: UnsafeRawPointer(first))
    return index + 1 < count || count < searchedBytes
  }

  private static func replaceCR(_ start: UnsafeMutablePointer<UInt8>, _ count: Int) {
    for index in 0..<count where unsafe start[index] == 0x0D { unsafe start[index] = 0x0A }
  }

  /// The next line without its end; `nil` after the last one.
  mutating func next() throws(ImportError) -> Bytes? {
    start = position
    line = nextLine
    return try extend()
  }

  /// The next line that is not empty, without its end; `nil` after the last one.
  mutating func nextFilled() throws(ImportError) -> Bytes? {
    while true {
      // Skip empty lines in this loop, because a file may have millions.
      while position < end, unsafe buffer[position] == 0x0A {
        position += 1
        nextLine += 1
      }
      guard let text = try next() else { return nil }
      if text.count > 0 { return text }
    }
  }

  /// Joins the last line with the next one, with the line end between them; `nil` at the end.
  mutating func extend() throws(ImportError) -> Bytes? {
    var searched = position
    while true {
      if let hit = unsafe memchr(buffer + searched, 0x0A, end - searched) {
        position = unsafe buffer.distance(to: hit.assumingMemoryBound(to: UInt8.self)) + 1
        nextLine += 1
        return text(upTo: position - 1)
      }
      let offset = end - start
      guard try refill() else { break }
      searched = start + offset
    }
    guard position < end else { return nil }
    position = end
    nextLine += 1
    return text(upTo: end)
  }

  /// The bytes not returned as lines yet; `StreamBuffer.slack` bytes after them are readable.
  var pending: (start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
    unsafe (UnsafePointer(buffer + position), UnsafePointer(buffer + end))
  }

  /// Skips a number of pending lines, up to the start of the next one.
  mutating func pass(to next: UnsafePointer<UInt8>, lines count: Int) {
    position = unsafe UnsafePointer(buffer).distance(to: next)
    start = position
    nextLine += count
  }

  /// Start of the last line, for changing its bytes in place.
  var mutableStart: UnsafeMutablePointer<UInt8> { unsafe buffer + start }

  private func text(upTo stop: Int) -> Bytes {
    let hasReturn = unsafe stop > start && buffer[stop - 1] == 0x0D
    return unsafe Bytes(start: buffer + start, count: stop - start - (hasReturn ? 1 : 0))
  }

  private mutating func refill() throws(ImportError) -> Bool {
    let (file, line, kept) = (window.source.file, line, start)
    position -= kept
    start = 0
    let count = try window.read(keeping: kept) {
      ImportError(
        of: file, line: line, "a line longer than \($0) MB",
        "write one sample per line, and close every quote")
    }
    if endsWithCR { unsafe Self.replaceCR(buffer + end - count, count) }
    return count > 0
  }
}
