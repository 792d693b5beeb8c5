/// How surely a look lies on one side of an edge, when its place is known to a deviation only.
///
/// The cumulative form of the biweight kernel: as good as a Gaussian here, of finite reach, and a
/// polynomial, so that every machine computes the same bits.
struct SoftEdge: Hashable, Sendable {
  /// Beyond this distance a look is surely on its side: √7 deviations for the biweight kernel.
  let reach: Double

  /// Makes an edge for looks of a standard deviation in any unit of length.
  init(deviation: Double) { reach = max(1e-9, deviation * 2.645_751_311_064_59) }

  /// The probability that a look seen at `distance` above the edge is truly above it.
  func above(_ distance: Double) -> Double {
    let u = distance / reach
    guard u > -1 else { return 0 }
    guard u < 1 else { return 1 }
    let square = u * u
    return 0.5 + 0.9375 * u * (1 - square * (2 / 3.0 - square / 5))
  }

  /// The probability that a look seen at `look` lies in `low…high`, given that it lies in 0…1.
  ///
  /// Looks are known to be on the picture, so nothing is lost at the picture's own edges.
  func inside(_ look: Double, low: Double, high: Double) -> Double {
    let picture = above(look) - above(look - 1)
    guard picture > 0 else { return look >= low && look <= high ? 1 : 0 }
    return max(0, above(look - low) - above(look - high)) / picture
  }
}
