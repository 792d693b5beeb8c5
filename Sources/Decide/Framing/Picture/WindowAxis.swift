import Audience
import EditDecisions
import Support

/// The largest window with the output's aspect ratio, and the axis along which it can move.
///
/// The window fills the frame's height and moves horizontally, or fills its width and moves
/// vertically. All planning uses positions along that axis, as shares of the frame's size.
struct WindowAxis: Hashable, Sendable {
  /// The unit to which windows are rounded in decisions, in pixels.
  static let roundingStep = 0.1

  /// Size of the frame in pixels.
  let pictureWidth: Double, pictureHeight: Double
  /// Size of the window in pixels, rounded as in decisions.
  let windowWidth: Double, windowHeight: Double
  /// Whether the window moves horizontally.
  let isHorizontal: Bool

  /// Sizes under 1 count as 1.
  init(pictureWidth: Int, pictureHeight: Int, outputWidth: Int, outputHeight: Int) {
    let (width, height) = (Double(max(1, pictureWidth)), Double(max(1, pictureHeight)))
    let shape = Double(max(1, outputWidth)) / Double(max(1, outputHeight))
    (self.pictureWidth, self.pictureHeight) = (width, height)
    isHorizontal = width >= height * shape
    windowWidth = max(0.1, Rounding.pixels(min(width, height * shape)))
    windowHeight = max(0.1, Rounding.pixels(min(height, width / shape)))
  }

  init(_ request: FramingRequest) {
    self.init(
      pictureWidth: request.pictureWidth, pictureHeight: request.pictureHeight,
      outputWidth: request.settings.outputWidth, outputHeight: request.settings.outputHeight)
  }

  /// The same axis with a smaller window; `height` is a share of the largest window's height.
  init(closerThan whole: WindowAxis, height: Double) {
    self.init(
      whole, width: Rounding.pixels(whole.windowWidth * height),
      height: Rounding.pixels(whole.windowHeight * height), isHorizontal: whole.isHorizontal)
  }

  /// A wider window: its width is the geometric mean of this window's and the frame's.
  var wider: WindowAxis {
    let share = 1 / windowShare.squareRoot()
    return WindowAxis(
      self, width: Rounding.pixels(windowWidth * (isHorizontal ? share : 1)),
      height: Rounding.pixels(windowHeight * (isHorizontal ? 1 : share)),
      isHorizontal: isHorizontal)
  }

  /// The same window along the other axis, on which a closer window has room too.
  var crosswise: WindowAxis {
    WindowAxis(self, width: windowWidth, height: windowHeight, isHorizontal: !isHorizontal)
  }

  private init(_ picture: WindowAxis, width: Double, height: Double, isHorizontal: Bool) {
    (pictureWidth, pictureHeight) = (picture.pictureWidth, picture.pictureHeight)
    (windowWidth, windowHeight) = (width, height)
    self.isHorizontal = isHorizontal
  }

  /// Size of the frame along the axis, in pixels.
  var length: Double { isHorizontal ? pictureWidth : pictureHeight }
  /// Size of the window along the axis, as a share of the frame.
  var windowShare: Double { (isHorizontal ? windowWidth : windowHeight) / length }
  /// How far the window can move, in pixels; 0 if it fills the frame.
  var room: Double { max(0, length - (isHorizontal ? windowWidth : windowHeight)) }
  /// Whether the window has room for more than a rounding error.
  var canMove: Bool { room >= 0.1 }
  /// The frame width in shares of the axis; speeds are given in frame widths.
  var pictureWidthShare: Double { pictureWidth / length }

  /// Coordinate of a point along the axis, 0…1 inside the frame.
  func coordinate(of point: PicturePoint) -> Double { isHorizontal ? point.x : point.y }

  /// The range of the axis that a box covers, limited to the frame.
  func interval(of box: PictureBox) -> ClosedRange<Double> {
    let low = min(1, max(0, isHorizontal ? box.x : box.y))
    let high = min(1, max(0, isHorizontal ? box.x + box.width : box.y + box.height))
    return min(low, high)...max(low, high)
  }

  /// The window with its near edge at `edge` pixels along the axis, rounded and inside the frame.
  func keyframe(at time: Double, edge: Double) -> CropKeyframe {
    keyframe(at: time, wishedEdge: min(room, max(0, edge)))
  }

  /// The wished window, which may extend over a black bar if the frame is a part of the source.
  func keyframe(at time: Double, wishedEdge edge: Double) -> CropKeyframe {
    // Wishes are rounded to 0.1 pixels, so up to 0.05 pixels outside are a rounding error.
    let isOutside = edge < -0.05 || edge > room + 0.05
    let written = Rounding.pixels(isOutside ? edge : min(room, max(0, edge)))
    return CropKeyframe(
      t: Rounding.time(time), x: isHorizontal ? written : 0, y: isHorizontal ? 0 : written,
      width: windowWidth, height: windowHeight)
  }

  /// A static window over a box of the frame, rounded as in decisions.
  func keyframe(at time: Double, over box: PictureBox) -> CropKeyframe {
    let width = Rounding.pixels(box.width * pictureWidth)
    let height = Rounding.pixels(box.height * pictureHeight)
    return CropKeyframe(
      t: Rounding.time(time),
      x: max(0, min(pictureWidth - width, Rounding.pixels(box.x * pictureWidth))),
      y: max(0, min(pictureHeight - height, Rounding.pixels(box.y * pictureHeight))),
      width: width, height: height)
  }
}
