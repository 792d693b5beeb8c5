internal import CFFmpeg

/// One compressed picture or run of sound; owns its `AVPacket`.
@safe
final class Packet {
  let pointer: UnsafeMutablePointer<AVPacket>

  init() throws(MediaError) {
    unsafe pointer = try unsafe allocated(av_packet_alloc(), "a packet")
  }

  deinit {
    var doomed: UnsafeMutablePointer<AVPacket>? = unsafe pointer
    unsafe av_packet_free(&doomed)
  }

  var stream: Int { unsafe Int(pointer.pointee.stream_index) }
  var isCorrupt: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }
  /// Packets that an edit list leaves out are decoded for reference and not shown.
  var isDiscarded: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }

  /// How long after its decoding it is shown, in the stream's time base.
  var delay: Int64? {
    guard let shown, let decoded else { return nil }
    return shown.subtractingReportingOverflow(decoded).partialValue
  }

  /// Keeps what it holds from being shown, because its time stamp is wrong: it is decoded for
  /// those that refer to it.
  func hideMisplaced() {
    unsafe pointer.pointee.pts = gazecut_no_pts
    unsafe pointer.pointee.flags |= AV_PKT_FLAG_DISCARD
  }

  /// Whether it is kept from being shown for that reason.
  var isMisplaced: Bool { isDiscarded && shown == nil }

  var isKey: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }

  /// Lets what it holds come out of the decoder, whatever an edit list says.
  func show() { unsafe pointer.pointee.flags &= ~AV_PKT_FLAG_DISCARD }

  /// When what it holds is shown, if the file says so, in the stream's time base.
  var shown: Int64? { unsafe known(pointer.pointee.pts) }

  /// When what it holds is shown, or at least decoded, in the stream's time base.
  var presentation: Int64? { shown ?? decoded }

  /// When what it holds is decoded, if that is known, in the stream's time base.
  var decoded: Int64? { unsafe known(pointer.pointee.dts) }

  /// Gives it other times.
  func stamp(shown: Int64, decoded: Int64) {
    unsafe pointer.pointee.pts = shown
    unsafe pointer.pointee.dts = decoded
  }

  /// Sets how long it is shown, in the stream's time base.
  func lasts(_ length: Int64) { unsafe pointer.pointee.duration = length }

  /// Bytes.
  var size: Int { unsafe Int(pointer.pointee.size) }

  /// Whether it bears more than bytes, times and flags.
  var hasSideData: Bool { unsafe pointer.pointee.side_data_elems > 0 }

  /// What it holds, for as long as nothing is done to it.
  var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: pointer.pointee.data, count: size)
  }

  /// When a packet is shown and decoded, how long, in a stream's time base, and its flags.
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

  /// Takes memory for bytes.
  func makeRoom(for size: Int) throws(MediaError) -> UnsafeMutableRawBufferPointer {
    try check(unsafe av_new_packet(pointer, Int32(size)), "allocate a packet")
    return unsafe UnsafeMutableRawBufferPointer(start: pointer.pointee.data, count: size)
  }

  var duration: Int64 { unsafe pointer.pointee.duration }

  /// Another handle on the same bytes.
  func reference() throws(MediaError) -> Packet {
    let copy = try Packet()
    try check(unsafe av_packet_ref(copy.pointer, pointer), "share a packet")
    return copy
  }

  func clear() {
    unsafe av_packet_unref(pointer)
  }
}
