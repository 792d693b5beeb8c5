/// A part of the coded picture that a stream's own headers can show, without encoding.
///
/// Decoders apply a crop exactly only where its left offset is a multiple of 64 luma pixels (others
/// are widened to the memory alignment), and chroma wants whole pixels of its own.
package struct CodedCrop: Hashable, Sendable {
  /// Luma pixels from the left edge; a multiple of 64.
  package var x: Int
  /// Luma pixels from the upper edge.
  package var y: Int
  /// Luma pixels.
  package var width: Int
  /// Luma pixels.
  package var height: Int
  /// Luma pixels by which it lies further left than what was asked for.
  package var shift: Int

  /// Luma pixels of which the left offset is a multiple.
  static let step = 64

  /// The part that is nearest to a window, not right of it, and of its size.
  ///
  /// - Parameters:
  ///   - x: left edge of the window in coded pixels.
  ///   - y: its upper edge.
  ///   - width: its width.
  ///   - height: its height.
  ///   - picture: size of the coded picture, as it is shown.
  package init(
    x: Double, y: Double, width: Double, height: Double, picture: (width: Int, height: Int)
  ) {
    let left = Int(max(0, x).rounded())
    self.x = min(left, picture.width - 2) / Self.step * Self.step
    shift = left - self.x
    let room = (picture.width - self.x) / 2 * 2
    self.width = max(2, min(room, Int((width / 2).rounded()) * 2))
    // Fields of an interlaced stream have chroma of their own: four rows go together.
    let isWhole = height.rounded() >= Double(picture.height)
    self.y = isWhole ? 0 : Int(max(0, y).rounded()) / 4 * 4
    let rows = Int((height / 4).rounded()) * 4
    self.height = isWhole ? picture.height : max(4, min((picture.height - self.y) / 4 * 4, rows))
  }
}
