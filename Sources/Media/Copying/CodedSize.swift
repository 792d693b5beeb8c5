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
