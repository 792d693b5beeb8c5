/// The samples of one stream, chunk by chunk, with the times that its own device gave them.
struct XDFSamples {
  let stream: XDFStream
  private var chunk = XDFChunk(kind: .samples, stream: 0, body: [], place: 0, file: "")
  private var position = 0
  private var left: UInt64 = 0
  /// The time of the last sample: one without a time of its own comes an interval later.
  private var last = 0.0
  /// Where the values of the last sample lie.
  private var values: [Range<Int>] = []
  /// Chunks whose content is not what they say; each is left out from there on.
  private(set) var broken = 0

  init(_ stream: XDFStream) { self.stream = stream }

  /// Begins a chunk, of whose body the first bytes will do to know how many samples it says it has.
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

  /// The next sample's time by its device's clock; `nil` after the chunk's last.
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
    default: throw chunk.failure("a time of \(timeBytes) bytes", at: position)
    }
    values.removeAll(keepingCapacity: true)
    if stream.format == .string {
      for _ in stream.channels {
        values.append(try take(Int(clamping: try integer())))
      }
    } else {
      values.append(try take(stream.format.size * stream.channels.count))
    }
    return last
  }

  /// The text of a channel of the last sample, of a stream of texts; `nil` where it is none.
  func text(_ channel: Int) -> String? {
    String(validating: chunk.body[values[channel]], as: UTF8.self)
  }

  /// The number of a channel of the last sample.
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
      throw chunk.failure("a sample that goes beyond its chunk", at: position)
    }
    position += count
    return position - count..<position
  }

  /// A number that is preceded by how many bytes it has.
  private mutating func integer() throws(ImportError) -> UInt64 {
    let rest = chunk.body[position...]
    guard let size = rest.first, [1, 4, 8].contains(size), Int(size) < rest.count else {
      throw chunk.failure("no number where one belongs", at: position)
    }
    position += 1
    return XDFChunk.integer(chunk.body[try take(Int(size))])
  }
}
