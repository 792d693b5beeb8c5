/// Items grouped by time bin in one array, which is cheaper than an array per bin.
struct BinnedItems<Item> {
  private let starts: [Int32]
  private let items: [Item]

  /// Sorts items into bins by `bin`, which returns 0 to `binCount` − 1; the sort is stable.
  @inline(__always)
  init(_ all: [Item], binCount: Int, bin: (Item) -> Int) {
    var starts = [Int32](repeating: 0, count: binCount + 1)
    var isInOrder = true
    var last = 0
    for item in all {
      let index = bin(item)
      isInOrder = isInOrder && index >= last
      last = index
      starts[index + 1] += 1
    }
    for index in 0..<binCount { starts[index + 1] += starts[index] }
    self.starts = starts
    guard !isInOrder, let any = all.first else {
      items = all
      return
    }
    var sorted = [Item](repeating: any, count: all.count)
    for item in all {
      let index = bin(item)
      sorted[Int(starts[index])] = item
      starts[index] += 1
    }
    items = sorted
  }

  subscript(bin: Int) -> ArraySlice<Item> { items[Int(starts[bin])..<Int(starts[bin + 1])] }
}
