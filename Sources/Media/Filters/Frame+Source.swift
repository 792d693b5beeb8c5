internal import CFFmpeg

extension Frame {
  /// A key that changes when a graph built for this frame no longer fits: after a change of size,
  /// pixel format, colours, sample rate or channels in mid-stream.
  package var shapeKey: String { isPicture ? bufferSource() : soundSource() }

  private var isPicture: Bool { width > 0 }

  /// The text of a graph's source for pictures such as this, with time stamps in `timeBase`.
  package func bufferSource(
    _ name: String = "in", timeBase: Rational = Rational(1, 1_000_000)
  ) -> String {
    let format = unsafe AVPixelFormat(pointer.pointee.format)
    let formatName = unsafe av_get_pix_fmt_name(format).map { unsafe String(cString: $0) } ?? "none"
    return "buffer@\(name)=video_size=\(width)x\(height):pix_fmt=\(formatName)"
      + ":time_base=\(timeBase):pixel_aspect=1/1"
  }

  /// The text of a graph's source for sound such as this, with time stamps in samples.
  package func soundSource(_ name: String = "in") -> String {
    let rate = unsafe pointer.pointee.sample_rate
    let format = unsafe av_get_sample_fmt_name(AVSampleFormat(pointer.pointee.format))
    let formatName = unsafe format.map { unsafe String(cString: $0) } ?? "none"
    return "abuffer@\(name)=sample_rate=\(rate):sample_fmt=\(formatName)"
      + ":channel_layout=\(layoutName):time_base=1/\(rate)"
  }

  /// Sound whose file does not say which channel is which is taken in the usual order.
  private var layoutName: String {
    unsafe withUnsafePointer(to: &pointer.pointee.ch_layout) { layout in
      var usual = unsafe AVChannelLayout()
      let isUnspecified = unsafe layout.pointee.order == AV_CHANNEL_ORDER_UNSPEC
      if isUnspecified { unsafe av_channel_layout_default(&usual, layout.pointee.nb_channels) }
      var bytes = [CChar](repeating: 0, count: 128)
      let size = bytes.count
      _ = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
        isUnspecified
          ? unsafe av_channel_layout_describe(&usual, buffer.baseAddress, size)
          : unsafe av_channel_layout_describe(layout, buffer.baseAddress, size)
      }
      return String(
        decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  /// Gives sound without a channel order the usual one, as `soundSource` describes it.
  package func settleChannels() {
    guard unsafe pointer.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC else { return }
    let count = unsafe pointer.pointee.ch_layout.nb_channels
    unsafe av_channel_layout_default(&pointer.pointee.ch_layout, count)
  }

  /// Samples of sound a second.
  package var sampleRate: Int { unsafe Int(pointer.pointee.sample_rate) }
}
