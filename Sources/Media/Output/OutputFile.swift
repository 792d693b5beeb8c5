internal import CFFmpeg
internal import Glibc

/// A media file being written: pictures, sound, container.
///
/// Owns an output `AVFormatContext`, which is freed by `avformat_free_context` after its `pb` was
/// closed by `avio_closep` (unlike an input's). Only `finish()` makes the file whole; without it,
/// what was written is to be thrown away.
@safe
package final class OutputFile {
  private let path: String
  private let context: UnsafeMutablePointer<AVFormatContext>
  private let pictures: Encoder
  private let sound: Encoder?
  private let encodedSound: EncodedSound?
  private let rotation: Double
  private let isCancelled: CancellationCheck
  private var isOpen = false

  /// Opens encoders and file, and writes the header.
  ///
  /// - Parameters:
  ///   - path: the file; it is overwritten.
  ///   - format: libav's name of the container: `mp4`; `nil` goes by the file's name.
  ///   - pictures: how to encode pictures; their time stamps count frames.
  ///   - sound: how to encode sound; its time stamps count samples; `nil` for none.
  ///   - encodedSound: sound that was encoded before, in place of `sound`; it is written as the
  ///     pictures go on.
  ///   - rotation: degrees by which a display matrix turns the picture clockwise.
  ///   - metadata: what the container says of itself: `title`, `comment`.
  ///   - options: of the container: `movflags`.
  ///   - isCancelled: asked at every packet, also while encoders are drained; the file is then
  ///     left as it is, and what the encoders still hold is thrown away.
  /// - Throws: `missingComponent`, `outOfSpace`, `notPermitted` and others.
  package init(
    path: String, format: String? = "mp4", pictures: PictureEncoding, sound: SoundEncoding? = nil,
    encodedSound: EncodedSound? = nil, rotation: Double = 0,
    metadata: [PictureEncoding.Option] = [],
    options: [PictureEncoding.Option] = [],
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) {
    LibavLog.install
    LibavLog.clear()
    self.path = path
    self.rotation = rotation
    self.isCancelled = isCancelled
    self.encodedSound = encodedSound
    var created: UnsafeMutablePointer<AVFormatContext>?
    try check(
      unsafe avformat_alloc_output_context2(&created, nil, format, path), "write", path: path)
    let context = try unsafe allocated(created, "a container")
    unsafe self.context = unsafe context
    do {
      let isGlobal = unsafe context.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0
      self.pictures = try Encoder(pictures: pictures, needsGlobalHeader: isGlobal)
      self.sound =
        if let encodedSound { encodedSound.encoder } else if let sound {
          try Encoder(sound: sound, needsGlobalHeader: isGlobal)
        } else { nil }
    } catch {
      // deinit does not run for an object whose making failed.
      unsafe avformat_free_context(context)
      throw error
    }
    unsafe context.pointee.flags |= AVFMT_FLAG_BITEXACT
    for entry in metadata {
      unsafe av_dict_set(&context.pointee.metadata, entry.name, entry.value, 0)
    }
    try addStream(for: self.pictures)
    if let sound = self.sound { try addStream(for: sound) }
    try begin(options)
  }

  deinit {
    if isOpen { unsafe avio_closep(&context.pointee.pb) }
    unsafe avformat_free_context(context)
  }

  private func addStream(for encoder: Encoder) throws(MediaError) {
    let stream = try unsafe allocated(avformat_new_stream(context, nil), "a stream")
    try check(
      unsafe avcodec_parameters_from_context(stream.pointee.codecpar, encoder.context), "write",
      path: path)
    unsafe stream.pointee.time_base = encoder.context.pointee.time_base
    let isPicture = unsafe encoder.context.pointee.width > 0
    guard isPicture else { return }
    // Apple's players take HEVC in MP4 by this name alone.
    let identifier = unsafe encoder.context.pointee.codec_id
    if identifier == AV_CODEC_ID_HEVC, unsafe Self.isMP4(context) {
      unsafe stream.pointee.codecpar.pointee.codec_tag = 0x3163_7668  // hvc1
    }
    unsafe stream.pointee.avg_frame_rate = encoder.context.pointee.framerate
    unsafe stream.pointee.sample_aspect_ratio = encoder.context.pointee.sample_aspect_ratio
    if rotation != 0 {
      try check(unsafe gazecut_set_rotation(stream, rotation), "write", path: path)
    }
  }

  private static func isMP4(_ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
    let name = unsafe String(cString: context.pointee.oformat.pointee.name)
    return name == "mp4" || name == "mov"
  }

  private func begin(_ options: [PictureEncoding.Option]) throws(MediaError) {
    try check(
      unsafe avio_open2(&context.pointee.pb, "file:" + path, AVIO_FLAG_WRITE, nil, nil), "create",
      path: path)
    isOpen = true
    var dictionary = Options(options.map { ($0.name, $0.value) })
    try check(
      unsafe avformat_write_header(context, &dictionary.dictionary), "write the header of",
      path: path)
  }

  /// Samples that each run of sound must have (but the last); 0 for any number.
  package var soundFrameSize: Int { sound?.frameSize ?? 0 }

  /// Encodes and writes a picture whose time stamp is its number.
  package func write(picture: Frame?) throws(MediaError) {
    if let picture { try writeEncodedSound(before: time(of: picture)) }
    try pictures.encode(picture) { packet throws(MediaError) in
      try self.write(packet, from: self.pictures, stream: 0)
    }
  }

  private func time(of picture: Frame) -> Double {
    let stamp = unsafe Double(picture.pointer.pointee.pts)
    return unsafe stamp * Rational(pictures.context.pointee.time_base).value
  }

  /// Encodes and writes a run of sound whose time stamp is the number of its first sample.
  package func write(sound frame: Frame?) throws(MediaError) {
    guard let sound, encodedSound == nil else { return }
    try sound.encode(frame) { packet throws(MediaError) in
      try self.write(packet, from: sound, stream: 1)
    }
  }

  /// Writes what of the encoded sound begins before a time, in seconds.
  private func writeEncodedSound(before time: Double) throws(MediaError) {
    guard let encodedSound else { return }
    while let packet = try encodedSound.next(before: time) {
      try write(packet, from: encodedSound.encoder, stream: 1)
    }
  }

  private func write(_ packet: Packet, from encoder: Encoder, stream: Int) throws(MediaError) {
    // An encoder holds back dozens of pictures: to drain it takes seconds that nobody needs.
    if isCancelled() { throw MediaError(.interrupted, operation: "write to", path: path) }
    guard let target = unsafe context.pointee.streams[stream] else { return }
    unsafe packet.pointer.pointee.stream_index = Int32(stream)
    unsafe av_packet_rescale_ts(
      packet.pointer, encoder.context.pointee.time_base, target.pointee.time_base)
    try check(
      unsafe av_interleaved_write_frame(context, packet.pointer), "write to", path: path)
    // A full disk shows here first: the muxer itself goes on as if nothing had happened.
    try check(unsafe gazecut_output_error(context), "write to", path: path)
  }

  /// Drains the encoders, completes the container and closes the file, checking each step.
  ///
  /// - Throws: `interrupted`; `outOfSpace` when the disk filled up, even if only the last byte did
  ///   not fit.
  package func finish() throws(MediaError) {
    try pictures.encode(nil) { packet throws(MediaError) in
      try self.write(packet, from: self.pictures, stream: 0)
    }
    try write(sound: nil)
    try writeEncodedSound(before: .infinity)
    LibavLog.clear()
    try check(unsafe av_write_trailer(context), "complete", path: path)
    try check(unsafe gazecut_output_error(context), "complete", path: path)
    isOpen = false
    try check(unsafe avio_closep(&context.pointee.pb), "close", path: path)
  }
}
