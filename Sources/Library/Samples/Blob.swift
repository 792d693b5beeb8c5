/// Writes columns of whole numbers, little-endian; a column of one value costs that value only.
struct BlobWriter {
  private(set) var bytes: [UInt8] = []

  /// Begins, with room for so many bytes.
  init(room: Int = 0) { bytes.reserveCapacity(room) }

  mutating func append(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// A column of zeros only.
  mutating func append<T: FixedWidthInteger>(zeros: T.Type) {
    append(UInt8(0))
    append(T.zero)
  }

  mutating func append(column: [some FixedWidthInteger]) {
    if let first = column.first, column.allSatisfy({ $0 == first }) {
      append(UInt8(0))
      append(first)
    } else {
      append(UInt8(1))
      let stored = UInt16(1).littleEndian == 1 ? column : column.map(\.littleEndian)
      stored.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
  }
}

/// Reads what `BlobWriter` wrote; every call gives `nil` where the bytes end too early.
struct BlobReader {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Whether everything was read.
  var isAtEnd: Bool { offset == bytes.count }

  mutating func read<T: FixedWidthInteger>(_: T.Type) -> T? {
    let size = MemoryLayout<T>.size
    guard bytes.count - offset >= size else { return nil }
    defer { offset += size }
    return T(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: T.self))
  }

  mutating func column<T: FixedWidthInteger>(_: T.Type, count: Int) -> [T]? {
    guard let flag = read(UInt8.self), flag <= 1 else { return nil }
    if flag == 0 { return read(T.self).map { Array(repeating: $0, count: count) } }
    let (length, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<T>.size)
    guard !overflow, bytes.count - offset >= length else { return nil }
    let start = offset
    offset += length
    return [T](unsafeUninitializedCapacity: count) { buffer, initialized in
      // Little-endian machines have it as it is stored.
      UnsafeMutableRawBufferPointer(buffer).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + length]))
      for index in 0..<(UInt16(1).littleEndian == 1 ? 0 : count) {
        buffer[index] = T(littleEndian: buffer[index])
      }
      initialized = count
    }
  }
}
