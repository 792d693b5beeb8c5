/// A buffer for bytes that a reader creates, for example unescaped text, so that `Bytes` can point
/// to them.
@safe
struct ByteBuffer: ~Copyable {
  private var start = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
  private var capacity = 256

  deinit { unsafe start.deallocate() }

  /// Copies `bytes` into the buffer; the result is valid until the next call.
  mutating func copyIntoBuffer(_ bytes: [UInt8]) -> Bytes {
    if capacity < bytes.count {
      unsafe start.deallocate()
      capacity = bytes.count * 2
      unsafe start = .allocate(capacity: capacity)
    }
    unsafe start.update(from: bytes, count: bytes.count)
    return unsafe Bytes(start: start, count: bytes.count)
  }
}
