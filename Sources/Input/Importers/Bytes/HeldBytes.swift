/// Bytes that a reader makes itself, laid where `Bytes` can point at them.
@safe
struct HeldBytes: ~Copyable {
  private var start = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
  private var capacity = 256

  deinit { unsafe start.deallocate() }

  /// Lays bytes in the place of those before; valid until the next are laid.
  mutating func lay(_ bytes: [UInt8]) -> Bytes {
    if capacity < bytes.count {
      unsafe start.deallocate()
      capacity = bytes.count * 2
      unsafe start = .allocate(capacity: capacity)
    }
    unsafe start.update(from: bytes, count: bytes.count)
    return unsafe Bytes(start: start, count: bytes.count)
  }
}
