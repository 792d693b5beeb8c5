/// Decodes the samples of one stream, chunk by chunk, with their times on the device's clock.
struct XDFSamples {
  let stream: XDFStream
  private var chunk = XDFChunk(kind: .samples, stream: 0, body: [], place: 0, file: "")
  private var position = 0
  private var left: UInt64 = 0
  /// Time of the last sample; a sample without a time is one interval later.
  private var last = 0.0
  private var values: [Range<Int>] = []
  /// Number of chunks with invalid content; the rest of such a chunk is skipped.
  private(set) var broken = 0

  init(_ stream: XDFStream) { self.stream = stream }

  /// Starts a chunk, and returns its number of samples, which is in the first bytes of the body.
  @discardableResult
  mutating func begin(_ chunk: XDFChunk) -> Int {
    self.chunk = chunk
    position = 0
    left = 0
    guard let count = try? integer(), count <= 1 << 32 else {
      broken += 1
      return 0
    }
    left = count
    return Int(left)
  }

  /// Reads the next sample, and returns its time on the device's clock; `nil` after the last one.
  mutating func next() -> Double? {
    guard left > 0 else { return nil }
    left -= 1
    if let time = try? read() { return time }
    left = 0
    broken += 1
    return nil
  }

  private mutating func read() throws(ImportError) -> Double {
    let timeBytes = chunk.body[try take(1).lowerBound]
    switch timeBytes {
    case 0: last += stream.rate > 0 ? 1 / stream.rate : 0
    case 8: last = Double(bitPattern: XDFChunk.integer(chunk.body[try take(8)]))
    default: throw chunk.failure("the time has \(timeBytes) bytes", at: position)
    }
    values.removeAll(keepingCapacity: true)
    if stream.format == .string {
      for _ in stream.channels { values.append(try take(Int(clamping: try integer()))) }
    } else {
      values.append(try take(stream.format.size * stream.channels.count))
    }
    return last
  }

  /// The text of a channel of the last sample; `nil` if it is not UTF-8.
  func text(_ channel: Int) -> String? {
    String(validating: chunk.body[values[channel]], as: UTF8.self)
  }

  func number(_ channel: Int) -> Double {
    let size = stream.format.size
    let start = values[0].lowerBound + channel * size
    let bits = XDFChunk.integer(chunk.body[start..<start + size])
    switch stream.format {
    case .double64: return Double(bitPattern: bits)
    case .float32: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case .int8: return Double(Int8(truncatingIfNeeded: bits))
    case .int16: return Double(Int16(truncatingIfNeeded: bits))
    case .int32: return Double(Int32(truncatingIfNeeded: bits))
    case .int64: return Double(Int64(truncatingIfNeeded: bits))
    case .string: return .nan
    }
  }

  private mutating func take(_ count: Int) throws(ImportError) -> Range<Int> {
    guard count <= chunk.body.count - position else {
      throw chunk.failure("the sample is longer than its chunk", at: position)
    }
    position += count
    return position - count..<position
  }

  /// Reads an integer that is preceded by its number of bytes.
  private mutating func integer() throws(ImportError) -> UInt64 {
    let rest = chunk.body[position...]
    guard let size = rest.first, [1, 4, 8].contains(size), Int(size) < rest.count else {
      throw chunk.failure("a number is missing", at: position)
    }
    position += 1
    return XDFChunk.integer(chunk.body[try take(Int(size))])
  }
}
