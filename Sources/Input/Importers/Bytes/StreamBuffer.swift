import Foundation

/// A growing buffer over a stream, which keeps the bytes that are still needed in one piece.
@safe
struct StreamBuffer: ~Copyable {
  /// Maximum length in bytes of one line, text or word: 64 MiB.
  static let longest = 64 << 20
  /// Number of accessible bytes after the last one; the first of them is 0, as a sentinel.
  static let slack = 4

  let source: ByteSource
  private(set) var start: UnsafeMutablePointer<UInt8>
  private(set) var end = 0
  private var capacity = 1 << 18

  init(_ source: ByteSource) {
    self.source = source
    unsafe start = unsafe Self.allocate(capacity)
  }

  deinit { unsafe start.deallocate() }

  /// Moves the bytes from `kept` to the start of the buffer, and reads more after them.
  ///
  /// It returns the number of new bytes, 0 at the end. If the buffer has reached `longest`, it
  /// throws the error of `refusal`, which receives the megabytes buffered so far.
  mutating func read(
    keeping kept: Int, orRefuse refusal: (_ megabytes: Int) -> ImportError
  ) throws(ImportError) -> Int {
    if kept > 0 {
      unsafe memmove(start, start + kept, end - kept)
      end -= kept
    }
    if end == capacity {
      guard capacity * 2 <= Self.longest else { throw refusal(capacity >> 20) }
      let larger = unsafe Self.allocate(capacity * 2)
      unsafe larger.update(from: start, count: end)
      unsafe start.deallocate()
      unsafe start = unsafe larger
      capacity *= 2
    }
    let count = try unsafe source.read(
      into: UnsafeMutableRawBufferPointer(start: start + end, count: capacity - end))
    end += count
    unsafe start[end] = 0
    return count
  }

  private static func allocate(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: count + slack)
    unsafe bytes.initialize(repeating: 0, count: count + slack)
    return unsafe bytes
  }
}
