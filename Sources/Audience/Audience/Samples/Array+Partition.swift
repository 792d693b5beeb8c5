extension Array {
  /// The index of the first element that `holds` rejects, by binary search; it accepts all before
  /// it.
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
