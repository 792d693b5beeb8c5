import CFFmpeg

/// A libav muxer: writes encoded video and audio into a file, which is valid only after `finish()`.
///
/// Its `pb` is closed by `avio_closep` before `avformat_free_context`, unlike for an input file.
@safe
final class Container {
  let context: UnsafeMutablePointer<AVFormatContext>
  private let path: String
  private let isCancelled: CancellationCheck
  private var isOpen = false

  /// Creates a container without streams; an existing file is overwritten.
  ///
  /// `format` is libav's name of the container, for example `mp4`; `nil` uses the file extension.
  /// `isCancelled` is called before each packet; `true` stops and leaves the file incomplete.
  init(
    path: String, format: String?, metadata: [VideoEncoderSettings.Option],
    isCancelled: @escaping CancellationCheck
  ) throws(MediaError) {
    LibavLog.clear()
    (self.path, self.isCancelled) = (path, isCancelled)
    var created: UnsafeMutablePointer<AVFormatContext>?
    try check(
      unsafe avformat_alloc_output_context2(&created, nil, format, path), "write", path: path)
    unsafe context = try unsafe requireAllocated(created, "a container")
    unsafe context.pointee.flags |= AVFMT_FLAG_BITEXACT
    for entry in metadata {
      unsafe av_dict_set(&context.pointee.metadata, entry.name, entry.value, 0)
    }
  }

  deinit {
    if isOpen { unsafe avio_closep(&context.pointee.pb) }
    unsafe avformat_free_context(context)
  }

  func addStream(for encoder: Encoder) throws(MediaError) -> UnsafeMutablePointer<AVStream> {
    let stream = try unsafe requireAllocated(avformat_new_stream(context, nil), "a stream")
    try check(
      unsafe avcodec_parameters_from_context(stream.pointee.codecpar, encoder.context), "write",
      path: path)
    unsafe stream.pointee.time_base = encoder.timeBase.av
    // Apple's players accept HEVC in MP4 only with the codec tag hvc1.
    let container = unsafe String(cString: context.pointee.oformat.pointee.name)
    if unsafe stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_HEVC,
      container == "mp4" || container == "mov"
    {
      unsafe stream.pointee.codecpar.pointee.codec_tag = 0x3163_7668  // hvc1
    }
    return unsafe stream
  }

  func begin(_ options: [VideoEncoderSettings.Option]) throws(MediaError) {
    try check(
      unsafe avio_open2(&context.pointee.pb, "file:" + path, AVIO_FLAG_WRITE, nil, nil), "create",
      path: path)
    isOpen = true
    var dictionary = LibavOptions(options.map { ($0.name, $0.value) })
    try check(
      unsafe avformat_write_header(context, &dictionary.dictionary), "write the header of",
      path: path)
  }

  /// Writes a packet whose timestamps are in units of `timeBase`.
  func write(_ packet: Packet, stream: Int, _ timeBase: Rational) throws(MediaError) {
    // Draining an encoder takes seconds, because it buffers dozens of frames. Do not wait for it.
    if isCancelled() { throw MediaError(.interrupted, operation: "write to", path: path) }
    guard let target = unsafe context.pointee.streams[stream] else { return }
    unsafe packet.pointer.pointee.stream_index = Int32(stream)
    unsafe packet.pointer.pointee.pos = -1
    unsafe av_packet_rescale_ts(packet.pointer, timeBase.av, target.pointee.time_base)
    try check(unsafe av_interleaved_write_frame(context, packet.pointer), "write to", path: path)
    // The muxer ignores a full disk, so check the I/O layer's error after each packet.
    try check(unsafe gazecut_output_error(context), "write to", path: path)
  }

  /// Writes the encoded audio packets that begin before a play time in seconds, as stream 1.
  func write(_ sound: EncodedAudioTrack, before time: Double) throws(MediaError) {
    while let packet = try sound.next(before: time) {
      try write(packet, stream: 1, sound.encoder.timeBase)
    }
  }

  func finish() throws(MediaError) {
    LibavLog.clear()
    try check(unsafe av_write_trailer(context), "complete", path: path)
    try check(unsafe gazecut_output_error(context), "complete", path: path)
    isOpen = false
    try check(unsafe avio_closep(&context.pointee.pb), "close", path: path)
  }
}
