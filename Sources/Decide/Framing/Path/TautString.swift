/// The shortest line through a range at each step, from a point to a point, or to where it goes on
/// as it went.
///
/// Of all such lines it has the least greatest and the greatest least slope, and the least sum of
/// whatever convex cost of its slopes (Davies & Kovac 2001): a move along it is as even as can be,
/// no faster and no slower than any other through the ranges, and goes back no more.
struct TautString {
  /// One a step; the first is a point.
  let ranges: [ClosedRange<Double>]
  /// The greatest slope with which it may go on.
  var fastest = Double.infinity

  /// Where the line is at each step.
  func places() -> [Double] {
    let last = ranges.count - 1
    var places = [ranges[0].lowerBound]
    var slope = (ranges[last].lowerBound + ranges[last].upperBound) / 2 - places[0]
    slope /= Double(max(1, last))
    while places.count <= last {
      let (from, place) = (places.count - 1, places[places.count - 1])
      // What is seen of the ranges ahead: the line is straight until one lies beside all of it.
      var low = (slope: -Double.infinity, bend: from)
      var high = (slope: Double.infinity, bend: from)
      var bend: Int?
      for index in from + 1...last {
        let lower = (ranges[index].lowerBound - place) / Double(index - from)
        let upper = (ranges[index].upperBound - place) / Double(index - from)
        if lower > high.slope || upper < low.slope {
          (slope, bend) = lower > high.slope ? high : low
          break
        }
        if lower >= low.slope { low = (lower, index) }
        if upper <= high.slope { high = (upper, index) }
      }
      if bend == nil {
        slope = max(-fastest, min(fastest, max(low.slope, min(high.slope, slope))))
      }
      places += (from + 1...(bend ?? last)).map { place + slope * Double($0 - from) }
    }
    return places
  }
}
