/// Cells of a row that a reader makes itself, laid where `Bytes` can point at them.
@safe
final class CellBuffer {
  /// The cells of the row that was laid last; valid until the next is begun.
  private(set) var cells: [Bytes] = []
  private var texts: [UInt8] = []
  private var ends: [(start: Int, count: Int)] = []
  private var storage = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 12)

  deinit { unsafe storage.deallocate() }

  /// Begins a row of so many cells, all of them empty.
  func begin(_ count: Int) {
    texts.removeAll(keepingCapacity: true)
    if ends.count == count {
      for index in ends.indices { ends[index] = (0, 0) }
    } else {
      ends = Array(repeating: (0, 0), count: count)
    }
  }

  /// Adds an empty cell to the row.
  func extend() { ends.append((0, 0)) }

  func set(_ index: Int, to text: some Collection<UInt8>) {
    ends[index] = (texts.count, text.count)
    texts.append(contentsOf: text)
  }

  /// Sets a cell to bytes of another reader.
  func set(_ index: Int, to bytes: Bytes) {
    ends[index] = (texts.count, bytes.count)
    unsafe texts.append(contentsOf: UnsafeBufferPointer(start: bytes.start, count: bytes.count))
  }

  /// Sets a cell to a number, as text that reads back to the same number.
  func set(_ index: Int, to number: Double) { set(index, to: "\(number)".utf8) }

  /// Lays the texts where the cells can point at them.
  func lay() {
    if unsafe storage.count < texts.count + 1 {
      unsafe storage.deallocate()
      unsafe storage = .allocate(capacity: texts.count * 2 + 1)
    }
    _ = unsafe storage.update(fromContentsOf: texts)
    cells.removeAll(keepingCapacity: true)
    guard let base = unsafe storage.baseAddress else { return }
    for end in ends {
      unsafe cells.append(Bytes(start: UnsafePointer(base + end.start), count: end.count))
    }
  }
}
