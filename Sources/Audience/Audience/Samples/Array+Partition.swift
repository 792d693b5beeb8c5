extension Array {
  /// How many elements something holds of, where it holds of the first ones and of no later one.
  ///
  /// They are looked up by halves, not looked through.
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
