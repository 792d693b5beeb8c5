import Audience
import EditDecisions
import Support

/// The largest window of the output's shape in a picture, and the one direction it can move in.
///
/// Such a window fills the picture's height and moves sideways, or fills its width and moves up
/// and down. All planning is done along that axis, in shares of the picture's size there.
struct WindowAxis: Hashable, Sendable {
  /// Size of the picture in pixels.
  let pictureWidth: Double, pictureHeight: Double
  /// Size of the window in pixels, rounded as decisions are written.
  let windowWidth: Double, windowHeight: Double
  /// Whether the window moves sideways.
  let isHorizontal: Bool

  /// Finds the window of the shape `outputWidth` by `outputHeight`; sizes under 1 count as 1.
  init(pictureWidth: Int, pictureHeight: Int, outputWidth: Int, outputHeight: Int) {
    let width = Double(max(1, pictureWidth))
    let height = Double(max(1, pictureHeight))
    let shape = Double(max(1, outputWidth)) / Double(max(1, outputHeight))
    self.pictureWidth = width
    self.pictureHeight = height
    isHorizontal = width >= height * shape
    windowWidth = max(0.1, Written.pixels(min(width, height * shape)))
    windowHeight = max(0.1, Written.pixels(min(height, width / shape)))
  }

  /// The same axis with a smaller window, a share of the largest one's height.
  init(closerThan whole: WindowAxis, height: Double) {
    self.init(
      whole, width: Written.pixels(whole.windowWidth * height),
      height: Written.pixels(whole.windowHeight * height), isHorizontal: whole.isHorizontal)
  }

  /// Halfway, as sizes are felt, between this window and the whole picture: as much wider than the
  /// one as the other is than it.
  var wider: WindowAxis {
    let share = 1 / windowShare.squareRoot()
    return WindowAxis(
      self, width: Written.pixels(windowWidth * (isHorizontal ? share : 1)),
      height: Written.pixels(windowHeight * (isHorizontal ? 1 : share)),
      isHorizontal: isHorizontal)
  }

  /// The same window moved the other way: a closer one has room there, too.
  var crosswise: WindowAxis {
    WindowAxis(self, width: windowWidth, height: windowHeight, isHorizontal: !isHorizontal)
  }

  private init(_ picture: WindowAxis, width: Double, height: Double, isHorizontal: Bool) {
    (pictureWidth, pictureHeight) = (picture.pictureWidth, picture.pictureHeight)
    (windowWidth, windowHeight) = (width, height)
    self.isHorizontal = isHorizontal
  }

  /// Size of the picture along the axis, pixels.
  var length: Double { isHorizontal ? pictureWidth : pictureHeight }
  /// Size of the window as a share of the picture's along the axis.
  var windowShare: Double { (isHorizontal ? windowWidth : windowHeight) / length }
  /// How far the window can move, pixels; 0 where it fills the picture.
  var room: Double { max(0, length - (isHorizontal ? windowWidth : windowHeight)) }
  /// One picture width in shares of the axis: speeds are given in picture widths.
  var pictureWidthShare: Double { pictureWidth / length }

  /// Where a point of the picture lies on the axis, 0…1 inside the picture.
  func coordinate(of point: PicturePoint) -> Double { isHorizontal ? point.x : point.y }

  /// The stretch of the axis that a box covers, cut to the picture.
  func interval(of box: PictureBox) -> ClosedRange<Double> {
    let low = min(1, max(0, isHorizontal ? box.x : box.y))
    let high = min(1, max(0, isHorizontal ? box.x + box.width : box.y + box.height))
    return min(low, high)...max(low, high)
  }

  /// The window whose near edge is `edge` pixels along the axis, rounded and inside the picture.
  func keyframe(at time: Double, edge: Double) -> Keyframe {
    keyframe(at: time, writtenEdge: Written.pixels(min(room, max(0, edge))))
  }

  /// The window that a person wishes: over a black bar it may reach out of this picture, which is
  /// then a part of the source's.
  func keyframe(at time: Double, wishedEdge edge: Double) -> Keyframe {
    // Wishes are written in tenths of a pixel: half of one outside comes from rounding.
    let isOutside = edge < -0.05 || edge > room + 0.05
    guard isOutside else { return keyframe(at: time, edge: edge) }
    return keyframe(at: time, writtenEdge: Written.pixels(edge))
  }

  private func keyframe(at time: Double, writtenEdge edge: Double) -> Keyframe {
    Keyframe(
      t: Written.seconds(time), x: isHorizontal ? edge : 0, y: isHorizontal ? 0 : edge,
      width: windowWidth, height: windowHeight)
  }
}

/// Numbers as decisions are written; everything that is decided goes through here.
enum Written {
  /// Times to 1 ms.
  static func seconds(_ value: Double) -> Double { Rounding.time(value) }
  /// What pixels are written in tenths of.
  static let pixel = 0.1
  /// Pixels to 0.1.
  static func pixels(_ value: Double) -> Double { Rounding.pixels(value) }
  /// Shares to 0.01.
  static func share(_ value: Double) -> Double { Rounding.share(value) }
}
