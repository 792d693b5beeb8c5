import Audience

/// A rectangle in a source's own unit: a size, a box, or where the picture was shown, which turns
/// points and boxes of that unit into picture coordinates.
struct ImageArea: Hashable {
  var x = 0.0
  var y = 0.0
  var width: Double
  var height: Double

  /// Whether there is such a rectangle.
  var isRectangle: Bool {
    x.isFinite && y.isFinite && width.isFinite && height.isFinite && width > 0 && height > 0
  }

  /// The largest centred rectangle of a picture's shape, as players show it.
  func letterboxed(_ picture: PictureSize) -> ImageArea {
    let shape = Double(picture.width) / Double(picture.height)
    let shown = (width: min(width, height * shape), height: min(height, width / shape))
    return ImageArea(
      x: x + (width - shown.width) / 2, y: y + (height - shown.height) / 2,
      width: shown.width, height: shown.height)
  }

  func picture(_ pointX: Double, _ pointY: Double) -> PicturePoint {
    PicturePoint(x: (pointX - x) / width, y: (pointY - y) / height)
  }

  /// A box in picture coordinates, cut at the picture's edges; `nil` when none of it is inside.
  func picture(_ box: ImageArea) -> PictureBox? {
    let first = picture(box.x, box.y)
    let last = picture(box.x + box.width, box.y + box.height)
    let (left, right) = (max(0, first.x), min(1, last.x))
    let (top, bottom) = (max(0, first.y), min(1, last.y))
    guard left < right, top < bottom else { return nil }
    return ImageArea(x: left, y: top, width: right - left, height: bottom - top).box
  }

  /// Takes a member of a rectangle; what is no number is none.
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

extension ImageArea {
  init(_ box: PictureBox) { self.init(x: box.x, y: box.y, width: box.width, height: box.height) }

  /// The same in picture coordinates, where that is its unit.
  var box: PictureBox { PictureBox(x: x, y: y, width: width, height: height) }

  /// Reads `{"x":…,"y":…,"width":…,"height":…}`; what is missing of x and y is 0.
  init(_ reader: inout JSONReader, name: String) throws(ImportError) {
    self.init(width: .nan, height: .nan)
    try reader.beginObject()
    while let key = try reader.nextKey() { try take(key, &reader) }
    guard isRectangle else {
      throw reader.failure(
        "'\(name)' is no rectangle", "give numbers x, y and a width and height above 0")
    }
  }
}

extension PictureSize {
  /// The picture in its pixels.
  var area: ImageArea { ImageArea(width: Double(width), height: Double(height)) }
}
