import Foundation

/// Reads lines from a stream, flat in memory: `\n` or `\r\n` ends them, the last may lack it.
///
/// `Bytes` that it gives are valid until the next call.
@safe
struct LineReader: ~Copyable {
  private var window: ByteWindow
  private var buffer: UnsafeMutablePointer<UInt8> { unsafe window.start }
  private var end: Int { window.end }
  private var start = 0
  private var position = 0
  private var nextLine = 1
  private var endsInReturns = false

  /// The line that was read last, from 1; of several that were joined the first.
  private(set) var line = 0

  init(_ source: ByteSource) throws(ImportError) {
    window = ByteWindow(source)
    try source.requireText(line: 1)
    while end < Self.looked, try refill() {}
    endsInReturns = unsafe Self.endsInReturns(buffer, end)
    if endsInReturns { unsafe Self.endLines(buffer, end) }
  }

  /// Bytes in which lines must end that are not to be joined.
  private static let looked = 1 << 16

  /// Whether lines end in CR alone, as Excel for Mac writes them.
  private static func endsInReturns(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    guard unsafe memchr(start, 0x0A, count) == nil,
      let first = unsafe memchr(start, 0x0D, count)
    else { return false }
    // One at the end of what was looked at may have its LF behind it.
    let index = unsafe UnsafeRawPointer(start).distance(to: UnsafeRawPointer(first))
    return index + 1 < count || count < looked
  }

  /// Puts LF in the place of every CR.
  private static func endLines(_ start: UnsafeMutablePointer<UInt8>, _ count: Int) {
    for index in 0..<count where unsafe start[index] == 0x0D { unsafe start[index] = 0x0A }
  }

  /// The next line without its end; `nil` after the last.
  mutating func next() throws(ImportError) -> Bytes? {
    start = position
    line = nextLine
    return try extend()
  }

  /// The next line that is not empty, without its end; `nil` after the last.
  mutating func nextFilled() throws(ImportError) -> Bytes? {
    while true {
      // Many in a row are passed over here: a file may hold millions.
      while position < end, unsafe buffer[position] == 0x0A {
        position += 1
        nextLine += 1
      }
      guard let text = try next() else { return nil }
      if text.count > 0 { return text }
    }
  }

  /// The last line joined with the one that follows, its end kept between them; `nil` when the
  /// file ends.
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

  /// What was read and not yet given as lines; `ByteWindow.slack` bytes behind it may be looked
  /// at.
  var pending: (start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
    unsafe (UnsafePointer(buffer + position), UnsafePointer(buffer + end))
  }

  /// Passes over so many whole lines of what is pending, to where the next begins.
  mutating func pass(to next: UnsafePointer<UInt8>, lines count: Int) {
    position = unsafe UnsafePointer(buffer).distance(to: next)
    start = position
    nextLine += count
  }

  /// Where the bytes of the last line can be changed in place.
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
        of: file, line: line, "a line longer than \($0) MB", "one sample a line; close every quote")
    }
    if endsInReturns { unsafe Self.endLines(buffer + end - count, count) }
    return count > 0
  }
}
