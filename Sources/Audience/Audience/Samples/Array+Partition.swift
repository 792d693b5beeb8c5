extension Array {
  /// The index of the first element that `holds` rejects, by binary search.
  ///
  /// `holds` must accept a prefix of the array and reject all elements after it.
  ///
  ///     [1, 3, 5, 8].partitionPoint { $0 < 5 }  // 2
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
