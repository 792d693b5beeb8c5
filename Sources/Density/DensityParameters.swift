/// How dense is dense: the two parameters of DBSCAN.
///
/// `radius` is not the size of a cluster and `minimumWeight` not its least weight: they say how
/// much must lie around a point for that point to be inside a cluster.
package struct DensityParameters: Hashable, Sendable {
  /// Radius of the ball around a point, in picture heights, boundary included.
  package var radius: Double
  /// Weight of distinct viewers in the ball, own point included, from which a point is core.
  package var minimumWeight: Double

  /// Makes parameters.
  package init(radius: Double, minimumWeight: Double) {
    self.radius = radius
    self.minimumWeight = minimumWeight
  }

  /// The rule for gaze: a ball as wide as its noise, filled by a quarter of those who look.
  ///
  /// radius = max(0.10, 1.5 σ) and minimumWeight = max(3, Σ weights / 4). A ball that is too tight
  /// for the noise loses more looks than one that is too wide: on measured gaze up to 14 % of them
  /// where radius and minimum were .07 and a tenth.
  ///
  /// - Parameters:
  ///   - totalWeight: sum over distinct viewers of each one's largest weight.
  ///   - noise: standard deviation of the gaze noise, in picture heights.
  /// - Returns: the two parameters.
  package static func gaze(totalWeight: Double, noise: Double = 0) -> DensityParameters {
    DensityParameters(radius: max(0.10, 1.5 * noise), minimumWeight: max(3, totalWeight / 4))
  }
}
