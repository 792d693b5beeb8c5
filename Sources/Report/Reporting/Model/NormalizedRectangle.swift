/// A part of the frame, as shares of its width and height.
struct NormalizedRectangle: Sendable, Hashable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double
}
