import CFFmpeg

/// A compressed video frame or run of audio samples.
@safe
final class Packet {
  let pointer: UnsafeMutablePointer<AVPacket>

  init() throws(MediaError) {
    unsafe pointer = try unsafe requireAllocated(av_packet_alloc(), "a packet")
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVPacket>? = unsafe self.pointer
    unsafe av_packet_free(&pointer)
  }

  var stream: Int { unsafe Int(pointer.pointee.stream_index) }
  var isCorrupt: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }
  /// Whether an edit list excludes the packet: it is decoded for reference and not displayed.
  var isDiscarded: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }

  /// Time from decoding to display (PTS − DTS), in the stream's time base.
  var delay: Int64? {
    guard let shown, let decoded else { return nil }
    return shown.subtractingReportingOverflow(decoded).partialValue
  }

  /// Marks the packet as not to be displayed, because its timestamp is wrong; it is still decoded,
  /// since other frames may refer to it.
  func discardWithWrongTimestamp() {
    unsafe pointer.pointee.pts = gazecut_no_pts
    unsafe pointer.pointee.flags |= AV_PKT_FLAG_DISCARD
  }

  var hasWrongTimestamp: Bool { isDiscarded && shown == nil }

  var isKey: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }

  /// Presentation timestamp (PTS) in the stream's time base, if known.
  var shown: Int64? { unsafe known(pointer.pointee.pts) }

  /// Presentation timestamp, or else the decoding timestamp, in the stream's time base.
  var presentation: Int64? { shown ?? decoded }

  /// Decoding timestamp (DTS) in the stream's time base, if known.
  var decoded: Int64? { unsafe known(pointer.pointee.dts) }

  var size: Int { unsafe Int(pointer.pointee.size) }

  /// The packet's data, valid until the packet is changed.
  var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: pointer.pointee.data, count: size)
  }

  /// Copies timestamps, flags and side data of another packet, but not its data.
  func copyProperties(of other: Packet) throws(MediaError) {
    try check(unsafe av_packet_copy_props(pointer, other.pointer), "copy a packet")
  }

  func makeRoom(for size: Int) throws(MediaError) -> UnsafeMutableRawBufferPointer {
    try check(unsafe av_new_packet(pointer, Int32(size)), "allocate a packet")
    return unsafe UnsafeMutableRawBufferPointer(start: pointer.pointee.data, count: size)
  }

  var duration: Int64 { unsafe pointer.pointee.duration }

  func clear() {
    unsafe av_packet_unref(pointer)
  }
}
