extension Array {
  /// The index of the first element for which `holds` is false; `count` if there is none.
  ///
  /// This is a binary search: `holds` must be true for all elements before that index.
  @inlinable
  package func partitionPoint(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
