/// Things sorted into half-second bins, all in one array: a list a bin costs more than what it holds.
struct BinnedItems<Item> {
  private var starts: [Int]
  private var items: [Item] = []

  /// Sorts things into bins.
  ///
  /// - Parameters:
  ///   - all: in the order that they keep within a bin.
  ///   - binCount: how many bins there are.
  ///   - bins: the bins that a thing is in.
  init(_ all: [Item], binCount: Int, bins: (Item) -> ClosedRange<Int>) {
    let ranges = all.map(bins)
    starts = [Int](repeating: 0, count: binCount + 1)
    for range in ranges { for bin in range { starts[bin + 1] += 1 } }
    for bin in 0..<binCount { starts[bin + 1] += starts[bin] }
    guard let any = all.first else { return }
    items = [Item](repeating: any, count: starts[binCount])
    var next = starts
    for (item, range) in zip(all, ranges) {
      for bin in range {
        items[next[bin]] = item
        next[bin] += 1
      }
    }
  }

  /// What is in a bin.
  subscript(bin: Int) -> ArraySlice<Item> { items[starts[bin]..<starts[bin + 1]] }
}
