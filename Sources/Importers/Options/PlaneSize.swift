/// A width and a height in a source's own unit, both above 0.
package struct PlaneSize: Hashable, Sendable {
  /// From left to right.
  package var width: Double
  /// From top to bottom.
  package var height: Double

  /// Makes a size.
  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The rectangle of this size at the origin.
  var area: ImageArea { ImageArea(x: 0, y: 0, width: width, height: height) }
}

/// A rectangle in a source's own unit, from its top left corner.
package struct PlaneRectangle: Hashable, Sendable {
  /// Left edge.
  package var x: Double
  /// Top edge.
  package var y: Double
  /// Width and height.
  package var size: PlaneSize

  /// Makes a rectangle.
  package init(x: Double, y: Double, size: PlaneSize) {
    self.x = x
    self.y = y
    self.size = size
  }

  var area: ImageArea { ImageArea(x: x, y: y, width: size.width, height: size.height) }
}
