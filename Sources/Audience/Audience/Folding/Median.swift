/// The median in linear time; with an even count the mean of the two middle values, 0 without any.
package func median(_ values: [Double]) -> Double {
  guard values.count > 1 else { return values.first ?? 0 }
  var values = values
  let middle = values.count / 2
  let high = values.withUnsafeMutableBufferPointer { select(middle, of: $0) }
  guard values.count.isMultiple(of: 2) else { return high }
  // After the selection all smaller values are before the middle, so the largest of them is the
  // other middle value.
  let low = values[..<middle].max() ?? high
  return (low + high) / 2
}

/// The (upper) median of counted values; `nil` if nothing was counted.
package func median<Value: Comparable>(of counts: [Value: Int]) -> Value? {
  var left = counts.values.reduce(0, +) / 2
  for (value, count) in counts.sorted(by: { $0.key < $1.key }) {
    if left < count { return value }
    left -= count
  }
  return nil
}

/// Quickselect (Hoare 1961): moves the value of rank `place` to its place and returns it.
///
/// Afterwards no value before that place is greater.
private func select(_ place: Int, of values: UnsafeMutableBufferPointer<Double>) -> Double {
  var (first, last) = (0, values.count - 1)
  while first < last {
    let middle = values[first + (last - first) / 2]
    let pivot = max(min(values[first], values[last]), min(max(values[first], values[last]), middle))
    var (left, right) = (first, last)
    while left <= right {
      while values[left] < pivot { left += 1 }
      while values[right] > pivot { right -= 1 }
      guard left <= right else { break }
      values.swapAt(left, right)
      left += 1
      right -= 1
    }
    if place <= right {
      last = right
    } else if place >= left {
      first = left
    } else {
      break
    }
  }
  return values[place]
}
