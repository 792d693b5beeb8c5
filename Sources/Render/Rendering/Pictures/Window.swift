import EditDecisions

/// The crop rectangle at one time, in pixels of the source's frame.
struct Window: Hashable, Sendable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  /// The crop at a time: interpolated linearly between keyframes, constant outside them.
  ///
  /// `keyframes` are in order of time and not empty (`ClipRenderer` checks).
  static func at(_ time: Double, of keyframes: [CropKeyframe]) -> Window {
    keyframes.window(at: time).map(Window.init) ?? .zero
  }

  static let zero = Window(x: 0, y: 0, width: 0, height: 0)

  init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  init(_ keyframe: CropKeyframe) {
    self.init(x: keyframe.x, y: keyframe.y, width: keyframe.width, height: keyframe.height)
  }

  /// The crop, moved and if necessary shrunk to fit inside a frame of the given size.
  func inside(width limitX: Double, height limitY: Double) -> Window {
    var window = self
    window.width = min(max(2, width), limitX)
    window.height = min(max(2, height), limitY)
    window.x = min(max(0, x), limitX - window.width)
    window.y = min(max(0, y), limitY - window.height)
    return window
  }

  /// Whether both crops have the same size, within 0.001 pixels.
  func hasSize(of other: Window) -> Bool {
    abs(width - other.width) < 0.001 && abs(height - other.height) < 0.001
  }

  /// Whether the crops are at most a quarter of their size apart in each direction.
  func isNear(_ other: Window) -> Bool {
    abs(x - other.x) <= 0.25 * width && abs(y - other.y) <= 0.25 * height
  }

  /// The largest centred crop of an aspect ratio (width / height) inside this one.
  func centered(shape: Double) -> Window {
    let w = min(width, height * shape)
    let h = min(height, width / shape)
    return Window(x: x + (width - w) / 2, y: y + (height - h) / 2, width: w, height: h)
  }
}
