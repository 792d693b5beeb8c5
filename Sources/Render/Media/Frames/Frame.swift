import CFFmpeg

/// A decoded video frame, or a run of audio samples, with its play time; not thread-safe.
@safe
package final class Frame {
  let pointer: UnsafeMutablePointer<AVFrame>
  /// Play time of the video frame or of the first audio sample, in seconds.
  package internal(set) var time: Double

  init() throws(MediaError) {
    unsafe pointer = try unsafe requireAllocated(av_frame_alloc(), "a frame")
    time = 0
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFrame>? = unsafe self.pointer
    unsafe av_frame_free(&pointer)
  }

  /// Width of a video frame in coded pixels.
  package var width: Int { unsafe Int(pointer.pointee.width) }
  package var height: Int { unsafe Int(pointer.pointee.height) }
  /// libav's name of a video frame's pixel format.
  var pixelFormat: String? {
    let name = unsafe av_get_pix_fmt_name(AVPixelFormat(pointer.pointee.format))
    return unsafe name.map { unsafe String(cString: $0) }
  }
  /// Whether the decoder found damage in this frame and concealed it.
  package var isDamaged: Bool {
    unsafe pointer.pointee.decode_error_flags != 0
      || pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
  }
  /// Number of audio samples per channel.
  package var sampleCount: Int { unsafe Int(pointer.pointee.nb_samples) }
  package var channelCount: Int { unsafe Int(pointer.pointee.ch_layout.nb_channels) }

  /// Returns a new reference to the same pixels, without a copy.
  package func reference() throws(MediaError) -> Frame {
    let copy = try Frame()
    try check(unsafe av_frame_ref(copy.pointer, pointer), "reference a frame")
    copy.time = time
    return copy
  }

  /// Sets the timestamp, in the time base of the encoder or filter that receives the frame.
  package func stamp(_ value: Int) {
    unsafe pointer.pointee.pts = Int64(value)
    unsafe pointer.pointee.pict_type = AV_PICTURE_TYPE_NONE
  }

  /// The timestamp in the time base of the decoder or filter that produced the frame, if known.
  package var timeStamp: Int64? { unsafe known(pointer.pointee.pts) }

  /// A metadata value that a filter attached, for example `lavfi.scd.score`.
  func metadata(_ key: String) -> String? {
    unsafe entry(key, of: pointer.pointee.metadata)
  }
}

extension Frame {
  /// One 8-bit sample of a video frame, where plane 0 is luma or the first component.
  ///
  /// This is too slow for whole frames. Returns 0 outside the frame and for other bit depths.
  package func sample(plane: Int, x: Int, y: Int) -> UInt8 {
    guard let pixels = unsafe av_pix_fmt_desc_get(AVPixelFormat(pointer.pointee.format)),
      plane >= 0, plane < 3, unsafe pixels.pointee.comp.0.depth == 8
    else { return 0 }
    let shiftX = plane == 0 ? 0 : Int(unsafe pixels.pointee.log2_chroma_w)
    let shiftY = plane == 0 ? 0 : Int(unsafe pixels.pointee.log2_chroma_h)
    guard x >= 0, y >= 0, x < -(-width >> shiftX), y < -(-height >> shiftY) else { return 0 }
    // `Planes` is not used here: creating it for each sample is slow, and titles read many samples.
    let (data, stride) =
      switch plane {
      case 0: unsafe (pointer.pointee.data.0, pointer.pointee.linesize.0)
      case 1: unsafe (pointer.pointee.data.1, pointer.pointee.linesize.1)
      default: unsafe (pointer.pointee.data.2, pointer.pointee.linesize.2)
      }
    return unsafe data.map { unsafe $0[y * Int(stride) + x] } ?? 0
  }

  /// Planar float samples, one array per channel; empty for any other sample format.
  package func floatChannels() -> [[Float]] {
    guard unsafe pointer.pointee.format == AV_SAMPLE_FMT_FLTP.rawValue,
      let planes = unsafe pointer.pointee.extended_data
    else { return [] }
    return (0..<channelCount).map { channel in
      guard let plane = unsafe planes[channel] else { return [] }
      return unsafe plane.withMemoryRebound(to: Float.self, capacity: sampleCount) { samples in
        unsafe Array(UnsafeBufferPointer(start: samples, count: sampleCount))
      }
    }
  }

  /// Creates a frame of planar float audio from one array per channel, all of the same length.
  ///
  /// - Throws: `outOfMemory`; `other` if the arrays differ in length.
  package static func sound(channels: [[Float]], sampleRate: Int) throws(MediaError) -> Frame {
    let frame = try Frame()
    let count = channels.first?.count ?? 0
    guard count > 0, channels.allSatisfy({ $0.count == count }) else {
      throw MediaError(
        .other, operation: "create an audio frame", detail: "channels differ in length")
    }
    unsafe frame.pointer.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
    unsafe frame.pointer.pointee.sample_rate = Int32(sampleRate)
    unsafe frame.pointer.pointee.nb_samples = Int32(count)
    unsafe av_channel_layout_default(&frame.pointer.pointee.ch_layout, Int32(channels.count))
    try check(unsafe av_frame_get_buffer(frame.pointer, 0), "allocate an audio frame")
    guard let planes = unsafe frame.pointer.pointee.extended_data else { return frame }
    for (channel, samples) in channels.enumerated() {
      guard let plane = unsafe planes[channel] else { continue }
      unsafe plane.withMemoryRebound(to: Float.self, capacity: count) { target in
        unsafe target.update(from: samples, count: count)
      }
    }
    return frame
  }
}

/// Converts a libav timestamp to an optional: `nil` for `AV_NOPTS_VALUE`.
func known(_ stamp: Int64) -> Int64? { stamp == gazecut_no_pts ? nil : stamp }

extension FixedWidthInteger where Self: SignedInteger {
  /// Rounds to the nearest integer, limited to an eighth of the type's range; 0 for NaN.
  ///
  /// Files may contain any time or length, and converting a number that does not fit would crash.
  /// The limit leaves room to add several such numbers.
  package init(bounding value: Double) {
    let limit = Double(Self.max / 8)
    self = value.isNaN ? 0 : Self(Swift.max(-limit, Swift.min(limit, value.rounded())))
  }
}
