/// The space in which a detector's boxes lie.
///
/// Boxes lie in the image as it stands upright, after `orientation` has turned the stored image;
/// `image` is the size of the stored one, so a quarter turn swaps its sides.
struct DetectionSpace {
  /// How a stored image is turned to stand upright, in the words of EXIF (values 1 to 8); the last
  /// four are quarter turns.
  static let orientations = [
    "up", "upMirrored", "down", "downMirrored", "left", "leftMirrored", "right", "rightMirrored",
  ]

  /// The height of the upright image, where boxes count from its bottom.
  private let bottom: Double?
  /// Where the picture lies in the upright image.
  let picture: ImageArea

  init(
    _ header: LineHeader, video: String, context: FileContext, _ reader: borrowing JSONReader
  ) throws(ImportError) {
    guard let image = header.image else {
      throw reader.failure(
        "no 'image'", "give its size in the header, {\"width\":1,\"height\":1} for normalised")
    }
    guard let turn = Self.orientations.firstIndex(of: header.orientation ?? "up") else {
      throw reader.failure(
        "an unknown 'orientation'", "it is one of \(Self.orientations.joined(separator: ", "))")
    }
    let (width, height) = turn < 4 ? (image.width, image.height) : (image.height, image.width)
    let whole = ImageArea(width: width, height: height)
    switch header.origin ?? "top-left" {
    case "top-left": bottom = nil
    case "bottom-left": bottom = whole.height
    default: throw reader.failure("an unknown 'origin'", "it is top-left or bottom-left")
    }
    switch header.fit ?? "stretch" {
    case "stretch": picture = whole
    case "letterbox":
      let because = "the boxes lie in a letterboxed image"
      picture = whole.letterboxed(try context.pictureSize(of: video, because: because))
    default: throw reader.failure("an unknown 'fit'", "it is stretch or letterbox")
    }
  }

  /// A box counted from the top of the upright image.
  func upright(_ box: ImageArea) -> ImageArea {
    guard let bottom else { return box }
    var upright = box
    upright.y = bottom - box.y - box.height
    return upright
  }
}
