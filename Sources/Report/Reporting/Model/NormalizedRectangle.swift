/// A part of the picture, in shares of its width and height.
struct NormalizedRectangle: Sendable, Hashable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double
}
