internal import CFFmpeg
internal import Glibc

/// What to encode pictures with.
public struct PictureEncoding: Hashable, Sendable {
  /// libav's name of the encoder: `libx264`.
  public var encoder: String
  /// Pixels.
  public var width: Int
  /// Pixels.
  public var height: Int
  /// Frames a second; time stamps count frames.
  public var frameRate: Rational
  /// libav's name of the pixel format.
  public var pixelFormat: String
  /// Shape of a pixel.
  public var sampleAspectRatio: Rational
  /// Frames from one key frame to the next, at most.
  public var keyFrameInterval: Int
  /// Encoder threads; part of what decides the bytes.
  public var threads: Int
  /// Whether to tag the pictures BT.709, limited range; else nothing is said.
  public var isTaggedBT709: Bool
  /// Options of the encoder, such as `crf` and `preset`; one it lacks is left out.
  public var options: [Option]

  /// An option of an encoder.
  public struct Option: Hashable, Sendable {
    /// `crf`.
    public var name: String
    /// `20`.
    public var value: String

    /// Makes an option.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Makes a choice.
  public init(
    encoder: String, width: Int, height: Int, frameRate: Rational,
    pixelFormat: String = "yuv420p", sampleAspectRatio: Rational = Rational(1, 1),
    keyFrameInterval: Int, threads: Int = 2, isTaggedBT709: Bool = true, options: [Option] = []
  ) {
    self.encoder = encoder
    self.width = width
    self.height = height
    self.frameRate = frameRate
    self.pixelFormat = pixelFormat
    self.sampleAspectRatio = sampleAspectRatio
    self.keyFrameInterval = keyFrameInterval
    self.threads = threads
    self.isTaggedBT709 = isTaggedBT709
    self.options = options
  }
}

/// What to encode sound with.
public struct SoundEncoding: Hashable, Sendable {
  /// libav's name of the encoder: `aac`.
  public var encoder: String
  /// Samples a second; time stamps count samples.
  public var sampleRate: Int
  /// Channels, in their usual order.
  public var channels: Int
  /// Bits a second.
  public var bitRate: Int
  /// libav's name of the sample format the encoder takes.
  public var sampleFormat: String

  /// Makes a choice.
  public init(
    encoder: String = "aac", sampleRate: Int = 48_000, channels: Int = 2, bitRate: Int = 160_000,
    sampleFormat: String = "fltp"
  ) {
    self.encoder = encoder
    self.sampleRate = sampleRate
    self.channels = channels
    self.bitRate = bitRate
    self.sampleFormat = sampleFormat
  }
}

/// Turns frames into packets; owns its `AVCodecContext`.
@safe
final class Encoder {
  let context: UnsafeMutablePointer<AVCodecContext>
  private let name: String

  init(pictures choice: PictureEncoding, needsGlobalHeader: Bool) throws(MediaError) {
    name = choice.encoder
    unsafe context = try unsafe Self.allocate(choice.encoder)
    unsafe context.pointee.width = Int32(choice.width)
    unsafe context.pointee.height = Int32(choice.height)
    unsafe context.pointee.pix_fmt = av_get_pix_fmt(choice.pixelFormat)
    unsafe context.pointee.time_base = choice.frameRate.inverse.av
    unsafe context.pointee.framerate = choice.frameRate.av
    unsafe context.pointee.sample_aspect_ratio = choice.sampleAspectRatio.av
    unsafe context.pointee.gop_size = Int32(choice.keyFrameInterval)
    unsafe context.pointee.thread_count = Int32(choice.threads)
    // An open group of pictures shows damage at its start when a player seeks into it. (MPEG-4's
    // encoder knows none, and refuses the word.)
    if unsafe [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC].contains(context.pointee.codec_id) {
      unsafe context.pointee.flags |= Int32(bitPattern: AV_CODEC_FLAG_CLOSED_GOP)
    }
    if choice.isTaggedBT709 {
      unsafe context.pointee.colorspace = AVCOL_SPC_BT709
      unsafe context.pointee.color_primaries = AVCOL_PRI_BT709
      unsafe context.pointee.color_trc = AVCOL_TRC_BT709
      unsafe context.pointee.color_range = AVCOL_RANGE_MPEG
    }
    try open(choice.options, needsGlobalHeader: needsGlobalHeader)
  }

  init(sound choice: SoundEncoding, needsGlobalHeader: Bool) throws(MediaError) {
    name = choice.encoder
    unsafe context = try unsafe Self.allocate(choice.encoder)
    unsafe context.pointee.sample_rate = Int32(choice.sampleRate)
    unsafe context.pointee.sample_fmt = av_get_sample_fmt(choice.sampleFormat)
    unsafe context.pointee.bit_rate = Int64(choice.bitRate)
    unsafe context.pointee.time_base = Rational(1, choice.sampleRate).av
    unsafe av_channel_layout_default(&context.pointee.ch_layout, Int32(choice.channels))
    try open([], needsGlobalHeader: needsGlobalHeader)
  }

  deinit {
    var doomed: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe avcodec_free_context(&doomed)
  }

  private static func allocate(
    _ name: String
  ) throws(MediaError) -> UnsafeMutablePointer<AVCodecContext> {
    LibavLog.install
    LibavLog.clear()
    guard let codec = unsafe avcodec_find_encoder_by_name(name) else {
      throw MediaError(
        .missingComponent(.encoder, name: name, available: Catalogue.clipEncoders),
        operation: "encode")
    }
    return try unsafe allocated(avcodec_alloc_context3(codec), "an encoder")
  }

  private func open(
    _ options: [PictureEncoding.Option], needsGlobalHeader: Bool
  ) throws(MediaError) {
    // No encoder version or date in the stream: the same input gives the same bytes.
    unsafe context.pointee.flags |= Int32(AV_CODEC_FLAG_BITEXACT)
    if needsGlobalHeader {
      unsafe context.pointee.flags |= Int32(AV_CODEC_FLAG_GLOBAL_HEADER)
    }
    var dictionary = Options(options.map { ($0.name, $0.value) })
    let codec = unsafe context.pointee.codec
    let code = unsafe avcodec_open2(context, codec, &dictionary.dictionary)
    try check(code, "open the encoder \(name)")
  }

  /// Samples that a frame must have, or 0 for any number.
  var frameSize: Int { unsafe Int(context.pointee.frame_size) }

  /// Gives the encoder a frame (`nil`: no more come) and hands on every packet that is ready.
  func encode(
    _ frame: Frame?, _ take: (Packet) throws(MediaError) -> Void
  ) throws(MediaError) {
    try check(unsafe avcodec_send_frame(context, frame?.pointer), "encode with \(name)")
    let packet = try Packet()
    while true {
      let code = unsafe avcodec_receive_packet(context, packet.pointer)
      if code == -EAGAIN || code == gazecut_averror_eof { return }
      try check(code, "encode with \(name)")
      // Encoders leave it 0, and then the last picture's length is not known to the container.
      if unsafe packet.pointer.pointee.duration == 0, unsafe context.pointee.width > 0 {
        unsafe packet.pointer.pointee.duration = 1
      }
      try take(packet)
    }
  }
}
