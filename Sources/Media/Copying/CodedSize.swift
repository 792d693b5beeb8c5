internal import CFFmpeg

/// The size of a stream's pictures as they are coded, and what of them its headers show.
struct CodedSize: Hashable {
  var width: Int
  var height: Int
  var left: Int
  var top: Int
  var shownWidth: Int
  var shownHeight: Int

  /// Decodes one key picture to know.
  ///
  /// - Parameters:
  ///   - file: is left anywhere.
  ///   - stream: the stream's index.
  ///   - seek: stream time at or after the key picture; `nil` for the first one.
  /// - Returns: the size.
  /// - Throws: `invalidData` where none decodes.
  static func read(
    _ file: InputFile, stream: Int, after seek: Int64?
  ) throws(MediaError) -> CodedSize {
    try file.go(to: seek, stream: stream)
    let decoder = try unsafe Decoder(file.streams[stream], path: file.path, threads: 1)
    // The whole coded picture, with what should be cropped off written beside it.
    unsafe decoder.context.pointee.apply_cropping = 0
    unsafe decoder.context.pointee.skip_frame = AVDISCARD_NONKEY
    let packet = try Packet()
    var found: CodedSize?
    let keep = { (frame: Frame) throws(MediaError) -> Bool in
      found = CodedSize(frame)
      return false
    }
    while found == nil, try file.read(into: packet) {
      guard packet.stream == stream, packet.isKey else { continue }
      packet.show()
      _ = try decoder.decode(packet, keep)
      // One picture is enough: it need not wait for those that are shown before it.
      if found == nil { _ = try decoder.decode(nil, keep) }
      break
    }
    guard let found else {
      throw MediaError(
        .invalidData, operation: "decode", path: file.path, detail: "no key picture decodes")
    }
    return found
  }

  private init(_ frame: Frame) {
    let picture = unsafe frame.pointer.pointee
    width = unsafe Int(picture.width)
    height = unsafe Int(picture.height)
    left = unsafe Int(picture.crop_left)
    top = unsafe Int(picture.crop_top)
    shownWidth = unsafe width - left - Int(picture.crop_right)
    shownHeight = unsafe height - top - Int(picture.crop_bottom)
  }
}

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
