/// A place in an isotropic plane, held by one viewer.
///
/// Coordinates are in picture heights (x multiplied by the picture's aspect), so that a distance
/// means the same in every direction.
package struct DensityPoint: Hashable, Sendable {
  /// From the left, in picture heights.
  package var x: Double
  /// From the top, in picture heights.
  package var y: Double
  /// Who holds it: points of one viewer count once, with the largest of their weights.
  package var viewer: Int
  /// How much it counts; below zero or not a number counts nothing.
  package var weight: Double

  /// Makes a point.
  package init(x: Double, y: Double, viewer: Int, weight: Double = 1) {
    self.x = x
    self.y = y
    self.viewer = viewer
    self.weight = weight
  }
}
