import Audience

/// A size, a box, or the video's position, in the source's unit; converts to frame shares.
struct SourceRectangle: Hashable {
  var x = 0.0
  var y = 0.0
  var width: Double
  var height: Double

  var isRectangle: Bool {
    x.isFinite && y.isFinite && width.isFinite && height.isFinite && width > 0 && height > 0
  }

  /// The largest centered rectangle with the aspect ratio of a video, as players show it.
  func letterboxed(_ picture: FrameSize) -> SourceRectangle {
    let shape = Double(picture.width) / Double(picture.height)
    let shown = (width: min(width, height * shape), height: min(height, width / shape))
    return SourceRectangle(
      x: x + (width - shown.width) / 2, y: y + (height - shown.height) / 2,
      width: shown.width, height: shown.height)
  }

  func picture(_ pointX: Double, _ pointY: Double) -> PicturePoint {
    PicturePoint(x: (pointX - x) / width, y: (pointY - y) / height)
  }

  /// Converts a box to shares of the frame, clipped to the frame; `nil` if it is outside.
  func picture(_ box: SourceRectangle) -> PictureBox? {
    let first = picture(box.x, box.y)
    let last = picture(box.x + box.width, box.y + box.height)
    let (left, right) = (max(0, first.x), min(1, last.x))
    let (top, bottom) = (max(0, first.y), min(1, last.y))
    guard left < right, top < bottom else { return nil }
    return SourceRectangle(x: left, y: top, width: right - left, height: bottom - top).box
  }

  /// Reads one member of a JSON rectangle; a value that is not a number becomes NaN.
  mutating func take(_ key: Bytes, _ reader: inout JSONReader) throws(ImportError) {
    if key.matches("x") {
      x = try reader.number() ?? .nan
    } else if key.matches("y") {
      y = try reader.number() ?? .nan
    } else if key.matches("width") {
      width = try reader.number() ?? .nan
    } else if key.matches("height") {
      height = try reader.number() ?? .nan
    }
  }
}

extension SourceRectangle {
  init(_ box: PictureBox) { self.init(x: box.x, y: box.y, width: box.width, height: box.height) }

  /// The rectangle as a box, if its unit is shares of the frame.
  var box: PictureBox { PictureBox(x: x, y: y, width: width, height: height) }

  /// Reads `{"x":…,"y":…,"width":…,"height":…}`; a missing x or y is 0.
  init(_ reader: inout JSONReader, name: String) throws(ImportError) {
    self.init(width: .nan, height: .nan)
    try reader.beginObject()
    while let key = try reader.nextKey() { try take(key, &reader) }
    guard isRectangle else {
      throw reader.failure(
        "'\(name)' is not a rectangle", "write x and y, and a width and height above 0, as numbers")
    }
  }
}

extension FrameSize {
  var area: SourceRectangle { SourceRectangle(width: Double(width), height: Double(height)) }
}
