/// The coordinate system of a detector's boxes.
///
/// Boxes are relative to the upright image, after rotation of the stored image by `orientation`.
/// `image` is the size of the stored image, so a quarter turn swaps width and height.
struct DetectionSpace {
  /// The EXIF orientations 1 to 8 of the stored image; the last four are quarter turns.
  static let orientations = [
    "up", "upMirrored", "down", "downMirrored", "left", "leftMirrored", "right", "rightMirrored",
  ]

  /// Height of the upright image, if y counts from its bottom.
  private let bottom: Double?
  /// Position of the video frame in the upright image.
  let picture: SourceRectangle

  init(
    _ header: LineHeader, video: String, context: ImportContext, _ reader: borrowing JSONReader
  ) throws(ImportError) {
    guard let image = header.image else {
      throw reader.failure(
        "the header has no 'image'", "add its size: {\"width\":1,\"height\":1} for normalised boxes"
      )
    }
    guard let turn = Self.orientations.firstIndex(of: header.orientation ?? "up") else {
      throw reader.failure(
        "the 'orientation' is unknown",
        "it must be one of \(Self.orientations.joined(separator: ", "))")
    }
    let (width, height) = turn < 4 ? (image.width, image.height) : (image.height, image.width)
    let whole = SourceRectangle(width: width, height: height)
    switch header.origin ?? "top-left" {
    case "top-left": bottom = nil
    case "bottom-left": bottom = whole.height
    default: throw reader.failure("the 'origin' is unknown", "it must be top-left or bottom-left")
    }
    switch header.fit ?? "stretch" {
    case "stretch": picture = whole
    case "letterbox":
      let because = "the boxes are relative to a letterboxed image"
      picture = whole.letterboxed(try context.pictureSize(of: video, because: because))
    default: throw reader.failure("the 'fit' is unknown", "it must be stretch or letterbox")
    }
  }

  /// The box with y counted from the top of the upright image.
  func upright(_ box: SourceRectangle) -> SourceRectangle {
    guard let bottom else { return box }
    var upright = box
    upright.y = bottom - box.y - box.height
    return upright
  }
}
