/// Reads a stream in pieces of a given number of bytes, in constant memory.
struct ByteStream {
  private let source: ByteSource
  private var buffer = [UInt8](repeating: 0, count: 1 << 18)
  private var position = 0
  private var end = 0
  /// Number of bytes in the stream before the buffer.
  private var before = 0

  init(_ source: ByteSource) { self.source = source }

  /// Offset in bytes from the start of the stream.
  var place: Int { before + position }

  func failure(
    _ problem: String, _ remedy: String, kind: ImportError.Kind = .badData
  ) -> ImportError {
    ImportError(kind, of: source.file, problem, remedy)
  }

  /// Returns the next `count` bytes; throws if the file ends before.
  mutating func take(_ count: Int) throws(ImportError) -> [UInt8] {
    let bytes = try next(count)
    guard bytes.count == count else { throw endsEarly }
    return bytes
  }

  /// Returns the next `count` numbers of 4 or 8 bytes, little-endian like all our machines.
  mutating func numbers(_ count: Int, isDouble: Bool) throws(ImportError) -> [Double] {
    let size = isDouble ? 8 : 4
    return unsafe try take(count * size).withUnsafeBytes { bytes in
      (0..<count).map { index in
        let place = index * size
        return unsafe isDouble
          ? bytes.loadUnaligned(fromByteOffset: place, as: Double.self)
          : Double(bytes.loadUnaligned(fromByteOffset: place, as: Float.self))
      }
    }
  }

  /// Returns the next `count` bytes, or fewer at the end of the file.
  ///
  /// Memory use grows with the bytes that are read, so a wrong length does no harm.
  mutating func next(_ count: Int) throws(ImportError) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(min(count, 1 << 20))
    while result.count < count, try !isAtEnd() {
      let step = min(end - position, count - result.count)
      result += buffer[position..<position + step]
      position += step
    }
    return result
  }

  /// Skips `count` bytes; throws if the file ends before.
  mutating func skip(_ count: Int) throws(ImportError) {
    var left = count
    while left > 0, try !isAtEnd() {
      let step = min(end - position, left)
      position += step
      left -= step
    }
    guard left == 0 else { throw endsEarly }
  }

  /// Skips past the next `mark`, whose first byte must not recur in it; `false` at the end.
  mutating func skip(past mark: [UInt8]) throws(ImportError) -> Bool {
    var matched = 0
    while try !isAtEnd() {
      let byte = buffer[position]
      position += 1
      matched = byte == mark[matched] ? matched + 1 : byte == mark[0] ? 1 : 0
      if matched == mark.count { return true }
    }
    return false
  }

  private var endsEarly: ImportError {
    failure(
      "the file is incomplete: it ends after \(place) bytes", "copy the whole file again",
      kind: .endsEarly)
  }

  mutating func isAtEnd() throws(ImportError) -> Bool {
    guard position == end else { return false }
    before += end
    // If reading fails, the old bytes must not be used again.
    (position, end) = (0, 0)
    let source = source
    end = try unsafe buffer.withUnsafeMutableBufferPointer { bytes throws(ImportError) in
      try unsafe source.read(into: UnsafeMutableRawBufferPointer(bytes))
    }
    return end == 0
  }
}
