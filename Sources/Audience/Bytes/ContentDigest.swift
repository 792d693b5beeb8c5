internal import Density

/// A short digest of content (FNV-1a, 64 bits, finished as SplitMix64 does): the same on every
/// machine, no protection against anybody.
package struct ContentDigest {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Begins.
  package init() {}

  /// Adds eight bytes.
  package mutating func add(_ word: UInt64) {
    state = (state ^ word) &* 0x0000_0100_0000_01B3
    state ^= state >> 29
  }

  /// Adds bytes and how many they are.
  package mutating func add(bytes: UnsafeRawBufferPointer) {
    let words = bytes.count / 8
    for index in 0..<words {
      add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)))
    }
    var rest: UInt64 = 0
    for index in words * 8..<bytes.count { rest = rest << 8 | UInt64(bytes[index]) }
    add(rest)
    add(UInt64(bytes.count))
  }

  /// Adds a row, or that there is none.
  mutating func add(_ row: AudienceRow?) {
    guard let row else { return add(0) }
    var word: UInt64 = 0
    for lane in 0..<8 { word = word << 8 | UInt64(row.levels[lane]) }
    add(word)
    add(
      UInt64(UInt16(bitPattern: row.x)) << 32 | UInt64(UInt16(bitPattern: row.y)) << 16
        | UInt64(row.weightLevel) << 8 | 1)
  }

  /// The digest of all that was added.
  package var value: UInt64 { SplitMix64.mixed(state) }
}
