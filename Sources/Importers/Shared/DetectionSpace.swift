import Audience

/// The space in which a detector's boxes lie, and the way from it to the picture.
///
/// Boxes lie in the image as it stands upright, after `orientation` has turned the stored image;
/// `image` is the size of the stored one, so a quarter turn swaps its sides.
struct DetectionSpace {
  /// How a stored image must be turned to stand upright, in the words of EXIF (values 1 to 8).
  enum Orientation: String, CaseIterable {
    case up, upMirrored, down, downMirrored, left, leftMirrored, right, rightMirrored

    /// Whether width and height change places.
    var isQuarterTurn: Bool {
      switch self {
      case .up, .upMirrored, .down, .downMirrored: false
      case .left, .leftMirrored, .right, .rightMirrored: true
      }
    }
  }

  private let width: Double
  private let height: Double
  private let isBottomLeft: Bool
  /// Where the picture lies in the image.
  private let picture: ImageArea

  init(
    _ header: LineHeader, video: String, context: FileContext, _ reader: borrowing JSONReader
  ) throws(ImportError) {
    guard let image = header.image else {
      throw reader.failure(
        "no 'image'", "give its size in the header, {\"width\":1,\"height\":1} for normalised")
    }
    guard let turn = Orientation(rawValue: header.orientation ?? "up") else {
      let words = Orientation.allCases.map(\.rawValue).joined(separator: ", ")
      throw reader.failure("an unknown 'orientation'", "it is one of \(words)")
    }
    width = turn.isQuarterTurn ? image.height : image.width
    height = turn.isQuarterTurn ? image.width : image.height
    switch header.origin ?? "top-left" {
    case "top-left": isBottomLeft = false
    case "bottom-left": isBottomLeft = true
    default: throw reader.failure("an unknown 'origin'", "it is top-left or bottom-left")
    }
    let whole = ImageArea(x: 0, y: 0, width: width, height: height)
    switch header.fit ?? "stretch" {
    case "stretch": picture = whole
    case "letterbox":
      let because = "the boxes lie in a letterboxed image"
      picture = whole.letterboxed(try context.pictureSize(of: video, because: because))
    default: throw reader.failure("an unknown 'fit'", "it is stretch or letterbox")
    }
  }

  /// A box in picture coordinates, cut at the picture's edges; `nil` when none of it is inside.
  func picture(_ box: ImageArea) -> PictureBox? {
    var upright = box
    if isBottomLeft { upright.y = height - box.y - box.height }
    return picture.picture(upright)
  }
}
