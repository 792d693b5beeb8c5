internal import CFFmpeg

/// An MP4 that takes packets as they were coded elsewhere; owns its output `AVFormatContext`.
///
/// Times count from the stretch's first instant; what comes before it has negative ones, which an
/// edit list hides. Only `finish()` makes the file whole.
@safe
final class CopiedFile {
  private let path: String
  private let context: UnsafeMutablePointer<AVFormatContext>
  private var encodedSound: EncodedSound?
  private var soundBase = Rational(1, 1)
  private var isOpen = false

  /// Ticks a second in which the container counts edits; finer than any frame.
  private static let movieTicks = 90_000

  init(path: String, metadata: [PictureEncoding.Option]) throws(MediaError) {
    LibavLog.install
    LibavLog.clear()
    self.path = path
    var created: UnsafeMutablePointer<AVFormatContext>?
    try check(
      unsafe avformat_alloc_output_context2(&created, nil, "mp4", path), "write", path: path)
    unsafe context = try unsafe allocated(created, "a container")
    unsafe context.pointee.flags |= AVFMT_FLAG_BITEXACT
    // Negative times are what the edit list is made of.
    unsafe context.pointee.avoid_negative_ts = AVFMT_AVOID_NEG_TS_DISABLED
    for entry in metadata {
      unsafe av_dict_set(&context.pointee.metadata, entry.name, entry.value, 0)
    }
  }

  deinit {
    if isOpen { unsafe avio_closep(&context.pointee.pb) }
    unsafe avformat_free_context(context)
  }

  private func addStream(
    _ parameters: UnsafeMutablePointer<AVCodecParameters>?, _ timeBase: AVRational
  ) throws(MediaError) -> UnsafeMutablePointer<AVStream> {
    let stream = try unsafe allocated(avformat_new_stream(context, nil), "a stream")
    try check(
      unsafe avcodec_parameters_copy(stream.pointee.codecpar, parameters), "write", path: path)
    unsafe stream.pointee.codecpar.pointee.codec_tag = 0
    unsafe stream.pointee.time_base = timeBase
    return unsafe stream
  }

  /// Adds the pictures that come out of a filter; the container gives them the cropped size.
  func addPictures(
    _ filter: BitstreamFilter, like source: UnsafeMutablePointer<AVStream>, crop: CodedCrop
  ) throws(MediaError) {
    let stream = try unsafe addStream(filter.parameters, source.pointee.time_base)
    unsafe stream.pointee.codecpar.pointee.width = Int32(crop.width)
    unsafe stream.pointee.codecpar.pointee.height = Int32(crop.height)
    unsafe stream.pointee.sample_aspect_ratio = unsafe source.pointee.sample_aspect_ratio
    unsafe stream.pointee.avg_frame_rate = unsafe source.pointee.avg_frame_rate
    // Apple's players take HEVC in MP4 by this name alone.
    if unsafe stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_HEVC {
      unsafe stream.pointee.codecpar.pointee.codec_tag = 0x3163_7668  // hvc1
    }
  }

  /// Adds sound whose packets are copied.
  func addSound(like source: UnsafeMutablePointer<AVStream>) throws(MediaError) {
    let base = unsafe source.pointee.time_base
    soundBase = Rational(base)
    _ = try unsafe addStream(source.pointee.codecpar, base)
  }

  /// Adds sound that was encoded before; it is written as the pictures go on.
  func add(_ sound: EncodedSound) throws(MediaError) {
    encodedSound = sound
    soundBase = unsafe Rational(sound.encoder.context.pointee.time_base)
    let stream = try unsafe allocated(avformat_new_stream(context, nil), "a stream")
    try check(
      unsafe avcodec_parameters_from_context(stream.pointee.codecpar, sound.encoder.context),
      "write", path: path)
    unsafe stream.pointee.time_base = soundBase.av
  }

  /// Opens the file and writes its header.
  func begin() throws(MediaError) {
    try check(
      unsafe avio_open2(&context.pointee.pb, "file:" + path, AVIO_FLAG_WRITE, nil, nil), "create",
      path: path)
    isOpen = true
    var options = Options([
      ("movflags", "+faststart"), ("movie_timescale", "\(Self.movieTicks)"),
    ])
    try check(
      unsafe avformat_write_header(context, &options.dictionary), "write the header of",
      path: path)
  }

  /// Writes a picture whose times count from the stretch's first instant.
  func write(picture packet: Packet, timeBase: Rational) throws(MediaError) {
    let time = Double(packet.presentation ?? 0) * timeBase.value
    while let sound = try encodedSound?.next(before: time) {
      try write(sound, stream: 1, soundBase)
    }
    try write(packet, stream: 0, timeBase)
  }

  /// Writes sound whose times are its source's, of which `zero` is the stretch's first instant.
  func write(sound packet: Packet, from zero: Int64) throws(MediaError) {
    let shown = (packet.presentation ?? zero) - zero
    packet.stamp(shown: shown, decoded: shown)
    try write(packet, stream: 1, soundBase)
  }

  private func write(_ packet: Packet, stream: Int, _ base: Rational) throws(MediaError) {
    guard let target = unsafe context.pointee.streams[stream] else { return }
    unsafe packet.pointer.pointee.stream_index = Int32(stream)
    unsafe packet.pointer.pointee.pos = -1
    unsafe av_packet_rescale_ts(packet.pointer, base.av, target.pointee.time_base)
    try check(
      unsafe av_interleaved_write_frame(context, packet.pointer), "write to", path: path)
    try check(unsafe gazecut_output_error(context), "write to", path: path)
  }

  /// Completes the container and closes the file, checking each step.
  func finish() throws(MediaError) {
    while let sound = try encodedSound?.next(before: .infinity) {
      try write(sound, stream: 1, soundBase)
    }
    LibavLog.clear()
    try check(unsafe av_write_trailer(context), "complete", path: path)
    try check(unsafe gazecut_output_error(context), "complete", path: path)
    isOpen = false
    try check(unsafe avio_closep(&context.pointee.pb), "close", path: path)
  }
}
