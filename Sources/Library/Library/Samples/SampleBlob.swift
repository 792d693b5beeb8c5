import Audience

/// Encodes `SampleColumns` in at most 15 bytes per sample and a short header.
///
/// Times are stored as differences, in the smallest integer type that fits. Scores are stored
/// emotion by emotion, so that one that is never reported takes only a few bytes per session.
enum SampleBlob {
  private static let version: UInt8 = 2
  private static let planes = Emotion.allCases.count
  /// Limit against damaged counts; more than a session of one day at 1 kHz has.
  private static let largestCount = 100_000_000

  static func encode(_ samples: SampleColumns) -> [UInt8] {
    var writer = BlobWriter(room: 32 + 15 * samples.count)
    writer.append(version)
    writer.append(UInt32(samples.count))
    guard !samples.isEmpty else { return writer.bytes }
    encode(times: samples.milliseconds, into: &writer)
    writer.append(column: samples.x)
    writer.append(column: samples.y)
    writer.append(column: samples.states)
    writer.append(column: samples.told)
    let told = samples.reportedEmotions
    for emotion in Emotion.allCases {
      guard told.contains(emotion) else {
        writer.append(zeros: UInt8.self)
        continue
      }
      writer.append(column: plane(Int(emotion.rawValue), of: samples))
    }
    return writer.bytes
  }

  private static func plane(_ plane: Int, of samples: SampleColumns) -> [UInt8] {
    unsafe samples.scores.withUnsafeBufferPointer { scores in
      unsafe [UInt8](unsafeUninitializedCapacity: samples.count) { values, count in
        for index in 0..<samples.count {
          unsafe values[index] = unsafe scores[index * planes + plane]
        }
        count = samples.count
      }
    }
  }

  /// Decodes samples; `nil` if the bytes are damaged.
  static func decode(_ bytes: UnsafeRawBufferPointer) -> SampleColumns? {
    var reader = unsafe BlobReader(bytes)
    guard reader.read(UInt8.self) == version, let stored = reader.read(UInt32.self),
      let count = Int(exactly: stored), count <= largestCount
    else { return nil }
    guard count > 0 else { return reader.isAtEnd ? SampleColumns() : nil }
    guard let times = decodeTimes(count: count, from: &reader),
      let x = reader.column(Int16.self, count: count),
      let y = reader.column(Int16.self, count: count),
      let states = reader.column(UInt8.self, count: count),
      let told = reader.column(UInt8.self, count: count)
    else { return nil }
    var scores = [UInt8](repeating: 0, count: count * planes)
    for plane in 0..<planes {
      guard let values = reader.column(UInt8.self, count: count) else { return nil }
      for index in 0..<count { scores[index * planes + plane] = values[index] }
    }
    guard reader.isAtEnd else { return nil }
    return SampleColumns(
      milliseconds: times, x: x, y: y, states: states, told: told, scores: scores)
  }

  private static func encode(times: [Int32], into writer: inout BlobWriter) {
    writer.append(times.first ?? 0)
    var steps = [Int32](repeating: 0, count: times.count - 1)
    var range = (low: Int32(0), high: Int32(0))
    for index in steps.indices {
      let step = times[index + 1] &- times[index]
      steps[index] = step
      range = (min(range.low, step), max(range.high, step))
    }
    if Int8(exactly: range.low) != nil, Int8(exactly: range.high) != nil {
      writer.append(UInt8(1))
      writer.append(column: steps.map { Int8(truncatingIfNeeded: $0) })
    } else if Int16(exactly: range.low) != nil, Int16(exactly: range.high) != nil {
      writer.append(UInt8(2))
      writer.append(column: steps.map { Int16(truncatingIfNeeded: $0) })
    } else {
      writer.append(UInt8(4))
      writer.append(column: steps)
    }
  }

  private static func decodeTimes(count: Int, from reader: inout BlobReader) -> [Int32]? {
    guard let first = reader.read(Int32.self), let width = reader.read(UInt8.self) else {
      return nil
    }
    let steps: [Int32]? =
      switch width {
      case 1: reader.column(Int8.self, count: count - 1)?.map { Int32($0) }
      case 2: reader.column(Int16.self, count: count - 1)?.map { Int32($0) }
      case 4: reader.column(Int32.self, count: count - 1)
      default: nil
      }
    guard let steps else { return nil }
    var times = [first]
    times.reserveCapacity(count)
    var time = first
    for step in steps {
      time = time &+ step
      times.append(time)
    }
    return times
  }
}

extension SampleColumns {
  mutating func append(stored bytes: UnsafeRawBufferPointer) -> Bool {
    guard let part = unsafe SampleBlob.decode(bytes) else { return false }
    // Nearly every session has one part, which needs no copy.
    if isEmpty { self = part } else { append(part, in: part.indices) }
    return true
  }
}
