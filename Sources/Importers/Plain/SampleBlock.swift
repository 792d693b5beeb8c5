import Audience

/// The newest samples of one session, in columns of a fixed length: a row is written in place, and the
/// session's own columns grow by a block.
struct SampleBlock: ~Copyable {
  /// Few, since every session of a file has a block: 17 bytes a sample.
  static let capacity = 64

  private let milliseconds = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
  private let x = UnsafeMutablePointer<Int16>.allocate(capacity: capacity)
  private let y = UnsafeMutablePointer<Int16>.allocate(capacity: capacity)
  private let states = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
  private let told = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
  /// Seven a sample, and room for the eighth byte that the last is written with.
  private let scores = UnsafeMutableRawPointer.allocate(byteCount: capacity * 7 + 1, alignment: 8)
  private(set) var count = 0

  deinit {
    milliseconds.deallocate()
    x.deallocate()
    y.deallocate()
    states.deallocate()
    told.deallocate()
    scores.deallocate()
  }

  var isFull: Bool { count == Self.capacity }

  /// Adds a sample as `SampleColumns` holds it, the seven scores in the lowest bytes of `levels`;
  /// there must be room.
  @inline(__always)
  mutating func append(
    milliseconds time: Int32, x: Int16, y: Int16, state: UInt8, told: UInt8, levels: UInt64
  ) {
    milliseconds[count] = time
    self.x[count] = x
    self.y[count] = y
    states[count] = state
    self.told[count] = told
    scores.storeBytes(of: levels.littleEndian, toByteOffset: 7 * count, as: UInt64.self)
    count += 1
  }

  /// Moves all to the end of a session's columns.
  mutating func move(to columns: inout SampleColumns) {
    columns.append(
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
