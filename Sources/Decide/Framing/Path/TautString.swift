/// The taut string: the shortest line through a range at each step (Davies & Kovac 2001).
///
/// It ends at a point or, if the last range has a width, continues with its last slope. Among all
/// lines through the ranges, its maximum slope is smallest and its minimum slope largest. So a move
/// along it is as even as possible and reverses no more often than necessary.
///
/// - Parameters:
///   - ranges: one range per step; the first one is a single point.
///   - fastest: maximum slope in the last piece.
/// - Returns: the position of the line at each step.
func tautString(through ranges: [ClosedRange<Double>], fastest: Double = .infinity) -> [Double] {
  let last = ranges.count - 1
  var places = [ranges[0].lowerBound]
  var slope = (ranges[last].lowerBound + ranges[last].upperBound) / 2 - places[0]
  slope /= Double(max(1, last))
  while places.count <= last {
    let (from, place) = (places.count - 1, places[places.count - 1])
    // The line is straight until a range ahead is outside the slopes that all earlier ranges allow.
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
    if bend == nil { slope = max(-fastest, min(fastest, max(low.slope, min(high.slope, slope)))) }
    places += (from + 1...(bend ?? last)).map { place + slope * Double($0 - from) }
  }
  return places
}
