import CFFmpeg
import Glibc

/// A libav encoder: frames in, packets out.
@safe
final class Encoder {
  let context: UnsafeMutablePointer<AVCodecContext>
  private let name: String
  private var device: EncoderDevice?
  private var converter: FilterGraph?

  init(pictures choice: VideoEncoderSettings, needsGlobalHeader: Bool) throws(MediaError) {
    name = choice.encoder
    Self.silenceSVTAV1
    unsafe context = try unsafe Self.allocate(choice.encoder)
    unsafe context.pointee.width = Int32(choice.width)
    unsafe context.pointee.height = Int32(choice.height)
    unsafe context.pointee.pix_fmt = av_get_pix_fmt(choice.pixelFormat)
    unsafe context.pointee.time_base = choice.frameRate.inverse.av
    unsafe context.pointee.framerate = choice.frameRate.av
    unsafe context.pointee.sample_aspect_ratio = choice.sampleAspectRatio.av
    unsafe context.pointee.gop_size = Int32(choice.keyFrameInterval)
    unsafe context.pointee.thread_count = Int32(choice.threads)
    // With open GOPs, players show damage at the start of a GOP after a seek. The MPEG-4 encoder
    // has no open GOPs and rejects the flag.
    if unsafe [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC].contains(context.pointee.codec_id) {
      unsafe context.pointee.flags |= Int32(bitPattern: AV_CODEC_FLAG_CLOSED_GOP)
    }
    if choice.isTaggedBT709 {
      unsafe context.pointee.colorspace = AVCOL_SPC_BT709
      unsafe context.pointee.color_primaries = AVCOL_PRI_BT709
      unsafe context.pointee.color_trc = AVCOL_TRC_BT709
      unsafe context.pointee.color_range = AVCOL_RANGE_MPEG
    }
    if let codec = unsafe context.pointee.codec,
      unsafe gazecut_first_pixel_format(codec) == AV_PIX_FMT_VAAPI
    {
      device = try unsafe EncoderDevice(for: context)
    }
    try open(choice.options, needsGlobalHeader: needsGlobalHeader)
  }

  init(sound choice: AudioEncoderSettings, needsGlobalHeader: Bool) throws(MediaError) {
    name = choice.encoder
    unsafe context = try unsafe Self.allocate(choice.encoder)
    unsafe context.pointee.sample_rate = Int32(choice.sampleRate)
    unsafe context.pointee.sample_fmt = av_get_sample_fmt(choice.sampleFormat)
    unsafe context.pointee.bit_rate = Int64(choice.bitRate)
    unsafe context.pointee.time_base = Rational(1, choice.sampleRate).av
    unsafe av_channel_layout_default(&context.pointee.ch_layout, Int32(choice.channels))
    try open(
      choice.isQuick && choice.encoder == "aac" ? Self.quickAAC : [],
      needsGlobalHeader: needsGlobalHeader)
  }

  /// AAC settings that FFmpeg's manual describes as fast, and good enough at a high bit rate.
  private static let quickAAC: [VideoEncoderSettings.Option] = [
    .init("aac_coder", "fast"), .init("aac_tns", "0"), .init("aac_is", "0"),
    .init("aac_ms", "0"), .init("aac_pns", "0"),
  ]

  deinit {
    var pointer: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe avcodec_free_context(&pointer)
  }

  private static func allocate(
    _ name: String
  ) throws(MediaError) -> UnsafeMutablePointer<AVCodecContext> {
    LibavLog.clear()
    try FFmpegBuild.requireEncoder(name)
    let codec = unsafe avcodec_find_encoder_by_name(name)
    return try unsafe requireAllocated(avcodec_alloc_context3(codec), "an encoder")
  }

  private func open(
    _ options: [VideoEncoderSettings.Option], needsGlobalHeader: Bool
  ) throws(MediaError) {
    // Omit encoder version and date, so that the same input gives the same bytes.
    unsafe context.pointee.flags |= Int32(AV_CODEC_FLAG_BITEXACT)
    if needsGlobalHeader {
      unsafe context.pointee.flags |= Int32(AV_CODEC_FLAG_GLOBAL_HEADER)
    }
    var dictionary = LibavOptions(options.map { ($0.name, $0.value) })
    let codec = unsafe context.pointee.codec
    let code = unsafe gazecut_open_encoder(context, codec, &dictionary.dictionary)
    try check(code, "open the encoder \(name)")
    if let left = dictionary.firstUnusedOption {
      throw MediaError(
        .other, operation: "open the encoder \(name)", detail: "it has no option '\(left)'")
    }
  }

  /// Silences SVT-AV1, which writes to standard error unless `SVT_LOG` is set.
  private static let silenceSVTAV1: Void = {
    _ = unsafe setenv("SVT_LOG", "1", 0)
  }()

  /// Converts a frame to the encoder's pixel format and copies it to the graphics card if needed.
  private func convertForEncoder(_ frame: Frame) throws(MediaError) -> Frame {
    guard unsafe context.pointee.width > 0 else { return frame }
    let wanted = device == nil ? unsafe context.pointee.pix_fmt : AV_PIX_FMT_NV12
    let isAsWanted = unsafe wanted.rawValue == frame.pointer.pointee.format
    let ready = isAsWanted ? frame : try convert(frame, to: wanted)
    guard let device else { return ready }
    return try device.upload(ready)
  }

  private func convert(_ frame: Frame, to format: AVPixelFormat) throws(MediaError) -> Frame {
    guard let name = unsafe av_get_pix_fmt_name(format) else { return frame }
    if converter == nil {
      let text = unsafe ",format=\(String(cString: name)),buffersink@out"
      converter = try FilterGraph(frame.bufferSource() + text)
    }
    guard let result = try converter?.apply(frame) else { return frame }
    unsafe result.pointer.pointee.pts = unsafe frame.pointer.pointee.pts
    return result
  }

  /// Seconds per unit of packet timestamps.
  var timeBase: Rational { unsafe Rational(context.pointee.time_base) }
  /// Required number of samples per audio frame, or 0 for any number.
  var frameSize: Int { unsafe Int(context.pointee.frame_size) }

  /// Encodes a frame and passes on all packets that are ready; `nil` as frame drains the encoder.
  func encode(_ frame: Frame?, _ take: (Packet) throws(MediaError) -> Void) throws(MediaError) {
    var input: Frame?
    if let frame { input = try convertForEncoder(frame) }
    try check(unsafe avcodec_send_frame(context, input?.pointer), "encode with \(name)")
    let packet = try Packet()
    while true {
      let code = unsafe avcodec_receive_packet(context, packet.pointer)
      if code == -EAGAIN || code == gazecut_averror_eof { return }
      try check(code, "encode with \(name)")
      // Some encoders leave the duration 0, so the container would not know the last frame's
      // duration.
      if unsafe packet.pointer.pointee.duration == 0, unsafe context.pointee.width > 0 {
        unsafe packet.pointer.pointee.duration = 1
      }
      try take(packet)
    }
  }
}

/// A VA-API device on a graphics card, with a pool of frames to which frames are copied, because
/// VA-API encoders accept none from main memory.
@safe
final class EncoderDevice {
  private var device: UnsafeMutablePointer<AVBufferRef>?
  private var framePool: UnsafeMutablePointer<AVBufferRef>?

  /// Opens the first graphics card, and a pool of frames in the size of `context`.
  init(for context: UnsafeMutablePointer<AVCodecContext>) throws(MediaError) {
    unsafe device = nil
    unsafe framePool = nil
    try check(
      unsafe av_hwdevice_ctx_create(&device, AV_HWDEVICE_TYPE_VAAPI, nil, nil, 0),
      "open a graphics card")
    unsafe framePool = unsafe av_hwframe_ctx_alloc(device)
    guard let frames = unsafe framePool?.pointee.data else {
      throw MediaError(.outOfMemory, operation: "allocate frames on the graphics card")
    }
    unsafe frames.withMemoryRebound(to: AVHWFramesContext.self, capacity: 1) { frames in
      unsafe frames.pointee.format = AV_PIX_FMT_VAAPI
      unsafe frames.pointee.sw_format = AV_PIX_FMT_NV12
      unsafe frames.pointee.width = unsafe context.pointee.width
      unsafe frames.pointee.height = unsafe context.pointee.height
      unsafe frames.pointee.initial_pool_size = 20
    }
    try check(unsafe av_hwframe_ctx_init(framePool), "allocate frames on the graphics card")
    unsafe context.pointee.pix_fmt = AV_PIX_FMT_VAAPI
    unsafe context.pointee.hw_frames_ctx = unsafe av_buffer_ref(framePool)
  }

  deinit {
    unsafe av_buffer_unref(&framePool)
    unsafe av_buffer_unref(&device)
  }

  func upload(_ frame: Frame) throws(MediaError) -> Frame {
    let copy = try Frame()
    try check(
      unsafe av_hwframe_get_buffer(framePool, copy.pointer, 0),
      "allocate a frame on the graphics card")
    try check(
      unsafe av_hwframe_transfer_data(copy.pointer, frame.pointer, 0),
      "copy a frame to the graphics card")
    try check(
      unsafe av_frame_copy_props(copy.pointer, frame.pointer), "copy the properties of a frame")
    copy.time = frame.time
    return copy
  }
}
