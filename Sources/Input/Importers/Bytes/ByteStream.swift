/// Reads bytes of given lengths from a stream, in flat memory.
struct ByteStream {
  private let source: ByteSource
  private var buffer = [UInt8](repeating: 0, count: 1 << 18)
  private var position = 0
  private var end = 0
  /// Bytes before those of the buffer.
  private var before = 0

  init(_ source: ByteSource) { self.source = source }

  /// How many bytes were read.
  var place: Int { before + position }

  func failure(
    _ problem: String, _ remedy: String, kind: ImportError.Kind = .badData
  ) -> ImportError {
    ImportError(kind, of: source.file, problem, remedy)
  }

  /// The next bytes, exactly so many.
  mutating func take(_ count: Int) throws(ImportError) -> [UInt8] {
    let bytes = try next(count)
    guard bytes.count == count else { throw ended }
    return bytes
  }

  /// The next floating-point numbers, exactly so many, of 4 or 8 bytes each, little-endian as on
  /// every machine that gazecut runs on.
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

  /// The next bytes, fewer where the file ends: they are asked for as they come, so that a length
  /// that is made up takes no memory.
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

  /// Passes over bytes, exactly so many.
  mutating func skip(_ count: Int) throws(ImportError) {
    var left = count
    while left > 0, try !isAtEnd() {
      let step = min(end - position, left)
      position += step
      left -= step
    }
    guard left == 0 else { throw ended }
  }

  /// Passes over everything up to the end of the next such bytes, of which the first comes once;
  /// `false` where there are none, at the end of the file.
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

  private var ended: ImportError {
    failure(
      "the file ends after \(place) bytes, too early", "copy the file again, whole",
      kind: .endsEarly)
  }

  mutating func isAtEnd() throws(ImportError) -> Bool {
    guard position == end else { return false }
    before += end
    // If reading fails, the old bytes must not be read a second time.
    (position, end) = (0, 0)
    let source = source
    end = try unsafe buffer.withUnsafeMutableBufferPointer { bytes throws(ImportError) in
      try unsafe source.read(into: UnsafeMutableRawBufferPointer(bytes))
    }
    return end == 0
  }
}
