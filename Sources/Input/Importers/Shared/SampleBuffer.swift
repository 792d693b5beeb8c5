package import Audience

/// The samples of one session, in memory or on disk; a class, so that they can be moved there.
package final class SampleBuffer {
  package var count: Int { before + block.count }
  private var before = 0
  /// The newest samples, not yet moved to `tail`; the fast path writes here.
  var block = SampleBlock()
  private var tail = SampleColumns()
  private var stored: [TemporarySampleFile.Part] = []
  private let scratch: TemporarySampleFile

  init(_ scratch: TemporarySampleFile) {
    self.scratch = scratch
    scratch.register(self)
  }

  var isEmpty: Bool { count == 0 }

  @inline(__always)
  func append(_ sample: Sample) throws(ImportError) {
    if block.count > 0 { try flushBlock() }
    tail.append(sample)
    before += 1
    if tail.count % TemporarySampleFile.minimumPartLength == 0 {
      try scratch.hold(TemporarySampleFile.minimumPartLength)
    }
  }

  func flushBlock() throws(ImportError) {
    let heldBefore = held
    before += block.count
    block.move(to: &tail)
    if held > heldBefore { try scratch.hold(held - heldBefore) }
  }

  /// Number of samples in memory that count towards the budget (whole parts only).
  var held: Int {
    tail.count / TemporarySampleFile.minimumPartLength * TemporarySampleFile.minimumPartLength
  }

  func writeToDisk() throws(ImportError) {
    stored.append(try scratch.write(tail))
    scratch.held -= held
    tail = SampleColumns()
  }

  /// Ends the session; no more samples may be added.
  func close() throws(ImportError) {
    try flushBlock()
    let rest = tail.count - held
    guard !scratch.fitsInMemory(for: rest), !tail.isEmpty else {
      scratch.held += rest
      return
    }
    try writeToDisk()
  }

  /// Calls `body` with all samples in order, in parts that depend only on the samples.
  package func forEach(_ body: (SampleColumns) throws -> Void) throws {
    if stored.isEmpty, tail.count <= SampleColumns.partLength {
      if !tail.isEmpty { try body(tail) }
      return
    }
    var joined = SampleColumns()
    for index in 0...stored.count {
      let part = index < stored.count ? try scratch.read(stored[index]) : tail
      var start = 0
      while start < part.count {
        let end = min(part.count, start + SampleColumns.partLength - joined.count)
        joined.append(part, in: start..<end)
        start = end
        guard joined.count == SampleColumns.partLength else { continue }
        try body(joined)
        joined = SampleColumns()
      }
    }
    if !joined.isEmpty { try body(joined) }
  }
}

/// A buffer of fixed length for the newest samples, moved to the columns block by block.
@safe
struct SampleBlock: ~Copyable {
  /// Number of samples of 17 bytes; small, because each session of a file has a block.
  static let capacity = 64

  private let milliseconds = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
  private let x = UnsafeMutablePointer<Int16>.allocate(capacity: capacity)
  private let y = UnsafeMutablePointer<Int16>.allocate(capacity: capacity)
  private let states = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
  private let told = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
  /// Seven bytes per sample, and one more, because the last sample is written as eight bytes.
  private let scores = UnsafeMutableRawPointer.allocate(byteCount: capacity * 7 + 1, alignment: 8)
  private(set) var count = 0

  deinit {
    unsafe milliseconds.deallocate()
    unsafe x.deallocate()
    unsafe y.deallocate()
    unsafe states.deallocate()
    unsafe told.deallocate()
    unsafe scores.deallocate()
  }

  var isFull: Bool { count == Self.capacity }

  /// Appends a sample, if the block is not full; `levels` has seven scores in its lowest bytes.
  @inline(__always)
  mutating func append(
    milliseconds time: Int32, x: Int16, y: Int16, state: UInt8, told: UInt8, levels: UInt64
  ) {
    unsafe milliseconds[count] = time
    unsafe self.x[count] = x
    unsafe self.y[count] = y
    unsafe states[count] = state
    unsafe self.told[count] = told
    unsafe scores.storeBytes(of: levels.littleEndian, toByteOffset: 7 * count, as: UInt64.self)
    count += 1
  }

  mutating func move(to columns: inout SampleColumns) {
    unsafe columns.append(
      milliseconds: UnsafeBufferPointer(start: milliseconds, count: count),
      x: UnsafeBufferPointer(start: x, count: count),
      y: UnsafeBufferPointer(start: y, count: count),
      states: UnsafeBufferPointer(start: states, count: count),
      told: UnsafeBufferPointer(start: told, count: count),
      scores: UnsafeBufferPointer(
        start: scores.assumingMemoryBound(to: UInt8.self), count: 7 * count))
    count = 0
  }
}
