/// A place in the picture, in picture coordinates.
///
/// `x` runs right and `y` down; (0, 0) is the top left corner of the picture and (1, 1) the bottom
/// right, whatever the picture's shape. Values outside 0…1 lie off the picture.
package struct PicturePoint: Hashable, Sendable {
  /// Share of the picture's width, from the left.
  package var x: Double
  /// Share of the picture's height, from the top.
  package var y: Double

  /// Makes a point from shares of the picture's width and height.
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// An upright box in picture coordinates; `x` and `y` are its top left corner.
package struct PictureBox: Hashable, Sendable {
  /// Left edge, as a share of the picture's width.
  package var x: Double
  /// Top edge, as a share of the picture's height.
  package var y: Double
  /// Width, as a share of the picture's width.
  package var width: Double
  /// Height, as a share of the picture's height.
  package var height: Double

  /// Makes a box from its top left corner and size.
  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The middle of the box.
  package var center: PicturePoint { PicturePoint(x: x + width / 2, y: y + height / 2) }

  /// Whether `point` lies inside, edges included.
  package func contains(_ point: PicturePoint) -> Bool {
    point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height
  }
}
