public import Audience

/// The samples of one session, in order, in memory or set aside on disk.
public struct SampleParts {
  /// How many samples there are.
  public private(set) var count = 0
  private var tail = SampleColumns()
  private var stored: [SampleScratch.Part] = []
  private let scratch: SampleScratch

  init(_ scratch: SampleScratch) { self.scratch = scratch }

  /// Whether there are none.
  public var isEmpty: Bool { count == 0 }

  /// Adds a sample at the end.
  @inline(__always)
  mutating func append(_ sample: Sample) throws(ImportError) {
    tail.append(sample)
    count += 1
    if tail.count % SampleScratch.leastPart == 0 { try makeRoom() }
  }

  /// Adds the samples of a block at the end.
  mutating func append(_ block: borrowing SampleBlock) throws(ImportError) {
    let before = tail.count / SampleScratch.leastPart
    block.append(to: &tail)
    count += block.count
    let filled = tail.count / SampleScratch.leastPart - before
    if filled > 0 { try makeRoom(parts: filled) }
  }

  /// Sets the tail aside where all sessions together hold too much.
  private mutating func makeRoom(parts: Int = 1) throws(ImportError) {
    scratch.held += parts * SampleScratch.leastPart
    guard scratch.held > SampleScratch.budget else { return }
    try setAside()
  }

  private mutating func setAside() throws(ImportError) {
    stored.append(try scratch.write(tail))
    scratch.held -= tail.count / SampleScratch.leastPart * SampleScratch.leastPart
    tail = SampleColumns()
  }

  /// Notes that no more will come.
  mutating func close() throws(ImportError) {
    let rest = tail.count % SampleScratch.leastPart
    guard scratch.held + rest > SampleScratch.budget, !tail.isEmpty else {
      scratch.held += rest
      return
    }
    try setAside()
  }

  /// Hands over all samples in order, `SampleColumns.partLength` at a time: the parts follow from the samples
  /// alone, not from where they lay.
  ///
  /// - Throws: `ImportError` when they cannot be read back, or what `body` throws.
  public func forEach(_ body: (SampleColumns) throws -> Void) throws {
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
