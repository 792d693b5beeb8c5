/// Builds the cells of a row that a reader creates.
final class CellBuffer {
  /// The cells of the last finished row, valid until the next `begin`.
  private(set) var cells: [Bytes] = []
  private var texts: [UInt8] = []
  private var ends: [(start: Int, count: Int)] = []
  private var held = ByteBuffer()

  func begin(_ count: Int) {
    texts.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    for _ in 0..<count { extend() }
  }

  func extend() { ends.append((0, 0)) }

  func set(_ index: Int, to text: some Collection<UInt8>) {
    ends[index] = (texts.count, text.count)
    texts.append(contentsOf: text)
  }

  func set(_ index: Int, to bytes: Bytes) {
    ends[index] = (texts.count, bytes.count)
    unsafe texts.append(contentsOf: UnsafeBufferPointer(start: bytes.start, count: bytes.count))
  }

  /// Sets a cell to a number, as text that parses to the same number.
  func set(_ index: Int, to number: Double) { set(index, to: "\(number)".utf8) }

  /// Finishes the row by copying its texts into one buffer, to which the cells point.
  func copyIntoBuffer() {
    let all = held.copyIntoBuffer(texts)
    cells.removeAll(keepingCapacity: true)
    for end in ends { cells.append(all[end.start..<end.start + end.count]) }
  }
}
