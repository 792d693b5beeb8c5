struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func write(_ value: Double) { write(value.bitPattern) }

  /// Writes a count in LEB128: seven bits per byte, in as few bytes as possible.
  mutating func write(count: Int) {
    var rest = UInt64(max(0, count))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func write(text: String) {
    write(count: text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes a column of numbers: as one value if it is constant, run-length encoded if that is
  /// shorter, otherwise number by number.
  mutating func write(column: [some FixedWidthInteger]) {
    guard let first = column.first else { return }
    var runs = 1
    for index in 1..<max(1, column.count) where column[index] != column[index - 1] { runs += 1 }
    if runs == 1 {
      bytes.append(0)
      write(first)
    } else if runs * 2 < column.count {
      bytes.append(2)
      write(runs: column)
    } else {
      bytes.append(1)
      for value in column { write(value) }
    }
  }

  private mutating func write<T: FixedWidthInteger>(runs column: [T]) {
    var start = 0
    while start < column.count {
      var end = start + 1
      while end < column.count, column[end] == column[start] { end += 1 }
      write(count: end - start)
      write(column[start])
      start = end
    }
  }

  /// Returns the bytes with a checksum of 8 bytes at the end.
  consuming func withChecksum() -> [UInt8] {
    var digest = StreamingHash()
    bytes.withUnsafeBytes { digest.add(bytes: $0) }
    write(digest.value)
    return bytes
  }
}

/// A 64-bit hash for detecting damage and drawing samples: FNV-1a with SplitMix64's finalizer.
///
/// It is the same on every machine. It is not cryptographic.
package struct StreamingHash {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package mutating func add(_ word: UInt64) {
    state = (state ^ word) &* 0x0000_0100_0000_01B3
    state ^= state >> 29
  }

  /// Adds bytes, followed by their number.
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

  package var value: UInt64 { SplitMix64.mixed(state) }
}
