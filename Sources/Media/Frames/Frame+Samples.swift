internal import CFFmpeg

extension Frame {
  /// One 8-bit value of a picture: plane 0 is luma (or the first component).
  ///
  /// For looking into pictures, not for processing them. 0 outside the picture, and in formats
  /// of other depths.
  package func sample(plane: Int, x: Int, y: Int) -> UInt8 {
    guard let pixels = unsafe av_pix_fmt_desc_get(AVPixelFormat(pointer.pointee.format)),
      plane >= 0, plane < 3, unsafe pixels.pointee.comp.0.depth == 8
    else { return 0 }
    let shiftX = plane == 0 ? 0 : Int(unsafe pixels.pointee.log2_chroma_w)
    let shiftY = plane == 0 ? 0 : Int(unsafe pixels.pointee.log2_chroma_h)
    guard x >= 0, y >= 0, x < -(-width >> shiftX), y < -(-height >> shiftY) else { return 0 }
    let (data, stride) =
      switch plane {
      case 0: unsafe (pointer.pointee.data.0, pointer.pointee.linesize.0)
      case 1: unsafe (pointer.pointee.data.1, pointer.pointee.linesize.1)
      default: unsafe (pointer.pointee.data.2, pointer.pointee.linesize.2)
      }
    guard let data = unsafe data else { return 0 }
    return unsafe data[y * Int(stride) + x]
  }

  /// Planar float samples, one array a channel; empty for any other sample format.
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

  /// Makes a frame of planar float sound from one array a channel, all of the same length.
  ///
  /// - Throws: `outOfMemory`, or `other` when the arrays differ in length.
  package static func sound(
    channels: [[Float]], sampleRate: Int
  ) throws(MediaError) -> Frame {
    let frame = try Frame()
    let count = channels.first?.count ?? 0
    guard count > 0, channels.allSatisfy({ $0.count == count }) else {
      throw MediaError(
        .other, operation: "make a sound frame", detail: "channels differ in length")
    }
    unsafe frame.pointer.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
    unsafe frame.pointer.pointee.sample_rate = Int32(sampleRate)
    unsafe frame.pointer.pointee.nb_samples = Int32(count)
    unsafe av_channel_layout_default(&frame.pointer.pointee.ch_layout, Int32(channels.count))
    try check(unsafe av_frame_get_buffer(frame.pointer, 0), "allocate sound")
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
