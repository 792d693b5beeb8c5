internal import EditDecisions

/// What of the picture is shown at one time, in picture pixels.
struct Window: Hashable, Sendable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  /// The window at a time: linear between keyframes, held before the first and after the last.
  ///
  /// `keyframes` are in order of time and not empty (`ClipRenderer` checks).
  static func at(_ time: Double, of keyframes: [Keyframe]) -> Window {
    keyframes.window(at: time).map(Window.init) ?? .zero
  }

  static let zero = Window(x: 0, y: 0, width: 0, height: 0)

  init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  init(_ keyframe: Keyframe) {
    self.init(x: keyframe.x, y: keyframe.y, width: keyframe.width, height: keyframe.height)
  }

  /// Moved, and if need be shrunk, to lie inside a picture.
  func inside(width limitX: Double, height limitY: Double) -> Window {
    var window = self
    window.width = min(max(2, width), limitX)
    window.height = min(max(2, height), limitY)
    window.x = min(max(0, x), limitX - window.width)
    window.y = min(max(0, y), limitY - window.height)
    return window
  }

  /// Whether both are of one size, to a thousandth of a pixel.
  func hasSize(of other: Window) -> Bool {
    abs(width - other.width) < 0.001 && abs(height - other.height) < 0.001
  }

  /// Whether a box that holds both is not much larger than either: all of it has to be scaled.
  func isNear(_ other: Window) -> Bool {
    abs(x - other.x) <= 0.25 * width && abs(y - other.y) <= 0.25 * height
  }

  /// The largest centred window of a shape inside this one.
  func centered(shape: Double) -> Window {
    let w = min(width, height * shape)
    let h = min(height, width / shape)
    return Window(x: x + (width - w) / 2, y: y + (height - h) / 2, width: w, height: h)
  }
}
