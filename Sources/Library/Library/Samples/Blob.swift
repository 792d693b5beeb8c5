/// Encodes columns of integers as little-endian bytes; a constant column takes only one value.
struct BlobWriter {
  private(set) var bytes: [UInt8] = []

  init(room: Int = 0) { bytes.reserveCapacity(room) }

  mutating func append(_ value: some FixedWidthInteger) {
    unsafe withUnsafeBytes(of: value.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }

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
      unsafe stored.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    }
  }
}

/// Decodes the format of `BlobWriter`; each method returns `nil` if too few bytes are left.
///
/// It must not outlive the closure that provides the bytes.
@safe
struct BlobReader {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = unsafe bytes }

  var isAtEnd: Bool { unsafe offset == bytes.count }

  mutating func read<T: FixedWidthInteger>(_: T.Type) -> T? {
    let size = MemoryLayout<T>.size
    guard unsafe bytes.count - offset >= size else { return nil }
    defer { offset += size }
    return unsafe T(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: T.self))
  }

  mutating func column<T: FixedWidthInteger>(_: T.Type, count: Int) -> [T]? {
    guard let flag = read(UInt8.self), flag <= 1 else { return nil }
    if flag == 0 { return read(T.self).map { Array(repeating: $0, count: count) } }
    let (length, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<T>.size)
    guard !overflow, unsafe bytes.count - offset >= length else { return nil }
    let start = offset
    offset += length
    return unsafe [T](unsafeUninitializedCapacity: count) { buffer, initialized in
      // On little-endian machines the bytes need no conversion.
      unsafe UnsafeMutableRawBufferPointer(buffer).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + length]))
      for index in 0..<(UInt16(1).littleEndian == 1 ? 0 : count) {
        unsafe buffer[index] = unsafe T(littleEndian: buffer[index])
      }
      initialized = count
    }
  }
}
