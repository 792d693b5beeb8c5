import Foundation

/// What was read of a stream and is still needed, in one piece; more is read behind it.
@safe
struct ByteWindow: ~Copyable {
  /// The longest line, text or word that is read.
  static let longest = 64 << 20
  /// Bytes behind the last that may be looked at; the first of them is 0.
  static let slack = 4

  let source: ByteSource
  private(set) var start: UnsafeMutablePointer<UInt8>
  /// How many bytes there are.
  private(set) var end = 0
  private var capacity = 1 << 18

  init(_ source: ByteSource) {
    self.source = source
    unsafe start = unsafe Self.room(capacity)
  }

  deinit { unsafe start.deallocate() }

  /// Reads more behind what is still needed, which lies at the beginning then; what is longer than
  /// the `longest` is refused, by the megabytes that it has already.
  ///
  /// - Returns: how many bytes came; 0 at the end.
  mutating func read(
    keeping kept: Int, orRefuse refusal: (_ megabytes: Int) -> ImportError
  ) throws(ImportError) -> Int {
    if kept > 0 {
      unsafe memmove(start, start + kept, end - kept)
      end -= kept
    }
    if end == capacity {
      guard capacity * 2 <= Self.longest else { throw refusal(capacity >> 20) }
      let larger = unsafe Self.room(capacity * 2)
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

  private static func room(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: count + slack)
    unsafe bytes.initialize(repeating: 0, count: count + slack)
    return unsafe bytes
  }
}
