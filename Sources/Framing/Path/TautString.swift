/// The shortest line through a range at each step, from a point to a point.
///
/// Of all such lines it has the least greatest and the greatest least slope, and the least sum of
/// whatever convex cost of its slopes (Davies & Kovac 2001): a move along it is as even as can be,
/// no faster and no slower than any other through the ranges, and goes back no more.
struct TautString {
  /// One a step; the first and the last are points.
  let ranges: [ClosedRange<Double>]

  /// Where the line is at each step.
  func places() -> [Double] {
    let last = ranges.count - 1
    var places = [ranges[0].lowerBound]
    while places.count <= last {
      let (from, place) = (places.count - 1, places[places.count - 1])
      // What is seen of the ranges ahead: the line is straight until one lies beside all of it.
      var low = (slope: -Double.infinity, bend: from)
      var high = (slope: Double.infinity, bend: from)
      var (bend, slope) = (last, 0.0)
      for index in from + 1...last {
        let lower = (ranges[index].lowerBound - place) / Double(index - from)
        let upper = (ranges[index].upperBound - place) / Double(index - from)
        if lower > high.slope || upper < low.slope {
          (slope, bend) = lower > high.slope ? high : low
          break
        }
        if lower >= low.slope { low = (lower, index) }
        if upper <= high.slope { high = (upper, index) }
        slope = lower
      }
      places += (from + 1...bend).map { place + slope * Double($0 - from) }
    }
    return places
  }
}
