/// Things sorted into half-second bins, all in one array: a list a bin costs more than what it holds.
struct BinnedItems<Item> {
  private let starts: [Int32]
  private let items: [Item]

  /// Sorts things into bins.
  ///
  /// - Parameters:
  ///   - all: in the order that they keep within a bin.
  ///   - binCount: how many bins there are.
  ///   - bins: the bins that the thing at a place is in.
  @inline(__always)
  init(_ all: [Item], binCount: Int, bins: (Int) -> ClosedRange<Int>) {
    var before: Int32 = 0
    var isInPlace = true
    var starts = [Int32](repeating: 0, count: binCount + 1)
    let ranges = starts.withUnsafeMutableBufferPointer { starts in
      [(first: Int32, last: Int32)](unsafeUninitializedCapacity: all.count) { ranges, filled in
        for place in all.indices {
          let found = bins(place)
          precondition(found.lowerBound >= 0 && found.upperBound < binCount)
          let range = (first: Int32(found.lowerBound), last: Int32(found.upperBound))
          isInPlace = isInPlace && range.first == range.last && range.first >= before
          before = range.first
          ranges.initializeElement(at: filled, to: range)
          filled += 1
          for bin in found { starts[bin + 1] += 1 }
        }
        for bin in 0..<binCount { starts[bin + 1] += starts[bin] }
      }
    }
    self.starts = starts
    // Things in order of time, each in one bin, lie in their places already.
    items = isInPlace ? all : Self.placed(all, ranges, starts)
  }

  private static func placed(
    _ all: [Item], _ ranges: [(first: Int32, last: Int32)], _ starts: [Int32]
  ) -> [Item] {
    guard let any = all.first, let count = starts.last else { return [] }
    var items = [Item](repeating: any, count: Int(count))
    var next = starts
    for place in all.indices {
      for bin in ranges[place].first...ranges[place].last {
        items[Int(next[Int(bin)])] = all[place]
        next[Int(bin)] += 1
      }
    }
    return items
  }

  /// The places of what is in a bin.
  @inline(__always)
  func places(_ bin: Int) -> Range<Int> { Int(starts[bin])..<Int(starts[bin + 1]) }

  /// What is in a bin.
  subscript(bin: Int) -> ArraySlice<Item> { items[places(bin)] }

  /// What is at a place.
  @inline(__always)
  subscript(at place: Int) -> Item { items[place] }
}
