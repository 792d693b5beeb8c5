/// Reads the format of `ByteWriter`; each method returns `nil` if too few bytes are left.
struct ByteReader {
  private let bytes: [UInt8]
  private var offset = 0
  private let end: Int

  /// Checks the checksum in the last 8 bytes; `nil` if it does not match.
  init?(withChecksum bytes: [UInt8]) {
    guard bytes.count >= 8 else { return nil }
    let end = bytes.count - 8
    (self.bytes, self.end) = (bytes, end)
    var digest = StreamingHash()
    let stored = bytes.withUnsafeBytes { all in
      digest.add(bytes: UnsafeRawBufferPointer(rebasing: all[..<end]))
      return UInt64(littleEndian: all.loadUnaligned(fromByteOffset: end, as: UInt64.self))
    }
    guard stored == digest.value else { return nil }
  }

  var isAtEnd: Bool { offset == end }
  var left: Int { end - offset }

  @inline(__always)
  mutating func read<T: FixedWidthInteger>(_: T.Type) -> T? {
    let size = MemoryLayout<T>.size
    guard left >= size else { return nil }
    defer { offset += size }
    return bytes.withUnsafeBytes {
      T(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: T.self))
    }
  }

  mutating func double() -> Double? { read(UInt64.self).map(Double.init(bitPattern:)) }

  /// Reads the number of the items that follow, in LEB128.
  ///
  /// Returns `nil` if the bytes are damaged, or end before so many items of `size` bytes.
  mutating func count(each size: Int = 0) -> Int? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while let byte = read(UInt8.self), shift < 63 {
      value |= UInt64(byte & 0x7F) << shift
      shift += 7
      guard byte & 0x80 != 0 else {
        let count = Int(exactly: value)
        return count.flatMap { size == 0 || $0 <= left / size ? $0 : nil }
      }
    }
    return nil
  }

  /// Reads a string in UTF-8 that follows its length in bytes.
  mutating func text() -> String? {
    guard let count = count(each: 1) else { return nil }
    defer { offset += count }
    return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
  }

  /// Reads what `ByteWriter.write(column:)` wrote.
  ///
  /// `@_specialize` avoids a call through a witness table for each number.
  @_specialize(where T == UInt8)
  @_specialize(where T == Int16)
  @_specialize(where T == UInt16)
  @_specialize(where T == UInt64)
  mutating func column<T: FixedWidthInteger>(_: T.Type, count: Int) -> [T]? {
    guard count > 0 else { return count == 0 ? [] : nil }
    switch read(UInt8.self) {
    case 0: return read(T.self).map { Array(repeating: $0, count: count) }
    case 1: return readPlain(count)
    case 2: return readRuns(count)
    default: return nil
    }
  }

  @inline(__always)
  private mutating func readPlain<T: FixedWidthInteger>(_ count: Int) -> [T]? {
    let size = MemoryLayout<T>.size
    guard count <= left / size else { return nil }
    let start = offset
    offset += count * size
    return bytes.withUnsafeBytes { bytes in
      [T](unsafeUninitializedCapacity: count) { column, filled in
        for index in 0..<count {
          let value = bytes.loadUnaligned(fromByteOffset: start + index * size, as: T.self)
          column.initializeElement(at: index, to: T(littleEndian: value))
        }
        filled = count
      }
    }
  }

  @inline(__always)
  private mutating func readRuns<T: FixedWidthInteger>(_ count: Int) -> [T]? {
    var column = [T](repeating: 0, count: count)
    var start = 0
    while start < count {
      guard let length = self.count(), length > 0, length <= count - start,
        let value = read(T.self)
      else { return nil }
      for index in start..<start + length { column[index] = value }
      start += length
    }
    return column
  }
}
