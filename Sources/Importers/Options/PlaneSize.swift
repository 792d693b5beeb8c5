/// A width and a height in a source's own unit, both above 0.
struct PlaneSize: Hashable, Sendable {
  /// From left to right.
  var width: Double
  /// From top to bottom.
  var height: Double

  /// The rectangle of this size at the origin.
  var area: ImageArea { ImageArea(x: 0, y: 0, width: width, height: height) }
}

/// A rectangle in a source's own unit, from its top left corner.
struct PlaneRectangle: Hashable, Sendable {
  var x: Double
  var y: Double
  var size: PlaneSize

  var area: ImageArea { ImageArea(x: x, y: y, width: size.width, height: size.height) }
}
