internal import CFFmpeg

/// One decoded picture, or one run of sound samples, with its play time.
///
/// Owns its `AVFrame`; the pixels themselves are shared and counted by libav. Not for use from
/// two threads.
@safe
package final class Frame {
  let pointer: UnsafeMutablePointer<AVFrame>
  /// Play time of the picture, or of the first sample, in seconds.
  package internal(set) var time: Double

  /// Makes an empty frame.
  init() throws(MediaError) {
    unsafe pointer = try unsafe allocated(av_frame_alloc(), "a frame")
    time = 0
  }

  deinit {
    var doomed: UnsafeMutablePointer<AVFrame>? = unsafe pointer
    unsafe av_frame_free(&doomed)
  }

  /// Width of a picture in coded pixels.
  package var width: Int { unsafe Int(pointer.pointee.width) }
  /// Height of a picture in coded pixels.
  package var height: Int { unsafe Int(pointer.pointee.height) }
  /// Whether the decoder met damage in this picture, and made up what it could not read.
  package var isDamaged: Bool {
    unsafe pointer.pointee.decode_error_flags != 0
      || pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
  }
  /// Samples of sound in each channel.
  package var sampleCount: Int { unsafe Int(pointer.pointee.nb_samples) }
  /// Channels of sound.
  package var channelCount: Int { unsafe Int(pointer.pointee.ch_layout.nb_channels) }

  /// Another handle on the same pixels.
  package func reference() throws(MediaError) -> Frame {
    let copy = try Frame()
    try check(unsafe av_frame_ref(copy.pointer, pointer), "share a frame")
    copy.time = time
    return copy
  }

  /// Sets the time stamp, in the time base of what the frame is pushed into.
  package func stamp(_ value: Int) {
    unsafe pointer.pointee.pts = Int64(value)
    unsafe pointer.pointee.pict_type = AV_PICTURE_TYPE_NONE
  }

  /// The time stamp in the time base of where the frame came from, if it has one.
  var timeStamp: Int64? {
    let value = unsafe pointer.pointee.pts
    return value == gazecut_no_pts ? nil : value
  }

  /// A value that a filter attached, such as `lavfi.scd.score`.
  func metadata(_ key: String) -> String? {
    guard let entry = unsafe av_dict_get(pointer.pointee.metadata, key, nil, 0) else { return nil }
    return unsafe String(cString: entry.pointee.value)
  }
}
