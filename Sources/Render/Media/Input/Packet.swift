import CFFmpeg

/// A compressed video frame or run of audio samples.
///
/// Owns its `AVPacket`.
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

  /// Marks the packet as not to be displayed, because its timestamp is wrong.
  ///
  /// It is still decoded, since other frames may refer to it.
  func discardWithWrongTimestamp() {
    unsafe pointer.pointee.pts = gazecut_no_pts
    unsafe pointer.pointee.flags |= AV_PKT_FLAG_DISCARD
  }

  var hasWrongTimestamp: Bool { isDiscarded && shown == nil }

  var isKey: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }

  /// Clears the discard flag, so that the packet is displayed even if an edit list excludes it.
  func show() { unsafe pointer.pointee.flags &= ~AV_PKT_FLAG_DISCARD }

  /// Presentation timestamp (PTS) in the stream's time base, if known.
  var shown: Int64? { unsafe known(pointer.pointee.pts) }

  /// Presentation timestamp, or else the decoding timestamp, in the stream's time base.
  var presentation: Int64? { shown ?? decoded }

  /// Decoding timestamp (DTS) in the stream's time base, if known.
  var decoded: Int64? { unsafe known(pointer.pointee.dts) }

  func stamp(shown: Int64, decoded: Int64) {
    unsafe pointer.pointee.pts = shown
    unsafe pointer.pointee.dts = decoded
  }

  /// Sets the duration, in the stream's time base.
  func lasts(_ length: Int64) { unsafe pointer.pointee.duration = length }

  var size: Int { unsafe Int(pointer.pointee.size) }

  var hasSideData: Bool { unsafe pointer.pointee.side_data_elems > 0 }

  /// The packet's data.
  ///
  /// Valid until the packet is changed.
  var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: pointer.pointee.data, count: size)
  }

  /// Timestamps and duration of a packet in the stream's time base, and its flags.
  struct Times {
    var shown: Int64
    var decoded: Int64
    var duration: Int64
    var flags: Int32
  }

  var times: Times {
    get {
      unsafe Times(
        shown: pointer.pointee.pts, decoded: pointer.pointee.dts,
        duration: pointer.pointee.duration, flags: pointer.pointee.flags)
    }
    set {
      stamp(shown: newValue.shown, decoded: newValue.decoded)
      lasts(newValue.duration)
      unsafe pointer.pointee.flags = newValue.flags
    }
  }

  func makeRoom(for size: Int) throws(MediaError) -> UnsafeMutableRawBufferPointer {
    try check(unsafe av_new_packet(pointer, Int32(size)), "allocate a packet")
    return unsafe UnsafeMutableRawBufferPointer(start: pointer.pointee.data, count: size)
  }

  var duration: Int64 { unsafe pointer.pointee.duration }

  /// Returns a new reference to the same data, without a copy.
  func reference() throws(MediaError) -> Packet {
    let copy = try Packet()
    try check(unsafe av_packet_ref(copy.pointer, pointer), "reference a packet")
    return copy
  }

  func clear() {
    unsafe av_packet_unref(pointer)
  }
}
