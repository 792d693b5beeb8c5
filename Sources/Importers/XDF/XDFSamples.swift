/// The samples of one stream, chunk by chunk, with the times that its own device gave them.
struct XDFSamples {
  let stream: XDFStream
  private let file: String
  private var body: [UInt8] = []
  private var place = 0
  private var position = 0
  private var left: UInt64 = 0
  /// The time of the last sample: one without a time of its own comes an interval later.
  private var last = 0.0
  /// Where the values of the last sample lie.
  private var values: [Range<Int>] = []

  init(_ stream: XDFStream, of file: String) {
    self.stream = stream
    self.file = file
  }

  /// How many samples a chunk says it has, by the first bytes of its body.
  static func count(_ chunk: XDFChunk, of file: String) throws(ImportError) -> Int {
    var position = 0
    let count = try integer(chunk.body, &position, chunk.place, file)
    guard count <= 1 << 32 else {
      throw XDFChunks.failure("a chunk of \(count) samples", at: chunk.place, of: file)
    }
    return Int(count)
  }

  mutating func begin(_ chunk: XDFChunk) throws(ImportError) {
    body = chunk.body
    place = chunk.place
    position = 0
    left = try Self.integer(body, &position, place, file)
  }

  /// The next sample's time by its device's clock; `nil` behind the chunk's last.
  mutating func next() throws(ImportError) -> Double? {
    guard left > 0 else { return nil }
    left -= 1
    let timeBytes = Int(try take(1).first.map { body[$0] } ?? 0)
    switch timeBytes {
    case 0: last += stream.rate > 0 ? 1 / stream.rate : 0
    case 8: last = Double(bitPattern: XDFChunks.integer(body[try take(8)]))
    default: throw XDFChunks.failure("a time of \(timeBytes) bytes", at: place + position, of: file)
    }
    values.removeAll(keepingCapacity: true)
    if stream.format == .string {
      for _ in stream.channels {
        let count = try Self.integer(body, &position, place, file)
        values.append(try take(Int(clamping: count)))
      }
    } else {
      let size = stream.format.size
      let all = try take(size * stream.channels.count)
      values.append(all)
    }
    return last
  }

  /// The text of a channel of the last sample; `nil` where it is none.
  func text(_ channel: Int) -> String? {
    guard stream.format == .string, values.indices.contains(channel) else { return nil }
    return String(validating: body[values[channel]], as: UTF8.self)
  }

  /// The number of a channel of the last sample.
  func number(_ channel: Int) -> Double {
    guard stream.format != .string, let all = values.first else { return .nan }
    let size = stream.format.size
    let start = all.lowerBound + channel * size
    let bits = XDFChunks.integer(body[start..<start + size])
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
    guard count <= body.count - position else {
      throw XDFChunks.failure(
        "a sample that goes beyond its chunk", at: place + position, of: file)
    }
    position += count
    return position - count..<position
  }

  /// A number that is preceded by how many bytes it has.
  private static func integer(
    _ body: [UInt8], _ position: inout Int, _ place: Int, _ file: String
  ) throws(ImportError) -> UInt64 {
    guard position < body.count, [1, 4, 8].contains(body[position]),
      Int(body[position]) < body.count - position
    else {
      throw XDFChunks.failure("no number where one belongs", at: place + position, of: file)
    }
    let first = position + 1
    position = first + Int(body[first - 1])
    return XDFChunks.integer(body[first..<position])
  }
}
