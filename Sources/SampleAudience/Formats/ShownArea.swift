import Audience

/// Where the sample video was shown on a plane, in the plane's own unit, and the way to it.
struct ShownArea {
  let x: Double
  let y: Double
  let width: Double
  let height: Double

  /// The picture letterboxed in a player or on a screen; its shape is 16:9.
  init(letterboxedIn plane: (width: Double, height: Double)) {
    width = min(plane.width, plane.height * 16 / 9)
    height = min(plane.height, plane.width * 9 / 16)
    x = (plane.width - width) / 2
    y = (plane.height - height) / 2
  }

  init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// A point of the picture on the plane.
  func point(_ point: PicturePoint) -> (x: Double, y: Double) {
    (x + point.x * width, y + point.y * height)
  }
}
