import CFFmpeg
import Glibc

/// A libav decoder for one stream: packets in, frames out.
@safe
final class Decoder {
  let context: UnsafeMutablePointer<AVCodecContext>
  private let path: String
  let timeBase: Rational
  let stream: Int
  /// Number of packets that could not be decoded so far.
  private(set) var faults = 0

  convenience init(
    _ stream: UnsafeMutablePointer<AVStream>, path: String, threads: Int
  ) throws(MediaError) {
    try unsafe self.init(
      stream.pointee.codecpar, stream: Int(stream.pointee.index),
      timeBase: Rational(stream.pointee.time_base), path: path, threads: threads)
  }

  convenience init(_ encoder: Encoder) throws(MediaError) {
    var parameters = unsafe avcodec_parameters_alloc()
    defer { unsafe avcodec_parameters_free(&parameters) }
    try check(
      unsafe avcodec_parameters_from_context(parameters, encoder.context), "set up decoding")
    try unsafe self.init(
      parameters, stream: 0, timeBase: encoder.timeBase, path: "what was encoded", threads: 1)
  }

  private init(
    _ given: UnsafeMutablePointer<AVCodecParameters>?, stream: Int, timeBase: Rational,
    path: String, threads: Int
  ) throws(MediaError) {
    let parameters = try unsafe requireAllocated(given, "stream parameters")
    self.path = path
    self.stream = stream
    self.timeBase = timeBase
    let identifier = unsafe parameters.pointee.codec_id
    guard let codec = unsafe avcodec_find_decoder(identifier) else {
      let name = unsafe String(cString: avcodec_get_name(identifier))
      throw MediaError(
        .missingComponent(.decoder, name: name, available: []), operation: "decode", path: path)
    }
    let (width, height) = unsafe (parameters.pointee.width, parameters.pointee.height)
    guard Int64(width) * Int64(height) <= InputLimits.maximumPixels else {
      throw MediaError(
        .unsupported, operation: "decode", path: path,
        detail: "its frames of \(width)x\(height) pixels exceed the limit of 8192x8192 pixels")
    }
    unsafe context = try unsafe requireAllocated(avcodec_alloc_context3(codec), "a decoder")
    LibavLog.clear()
    try check(
      unsafe avcodec_parameters_to_context(context, parameters), "set up decoding of", path: path)
    unsafe context.pointee.pkt_timebase = timeBase.av
    unsafe context.pointee.thread_count = Int32(threads)
    var options = LibavOptions([
      ("codec_whitelist", InputLimits.codecs), ("max_pixels", "\(InputLimits.maximumPixels)"),
    ])
    try check(
      unsafe avcodec_open2(context, codec, &options.dictionary), "open the decoder for",
      path: path)
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe avcodec_free_context(&pointer)
  }

  /// Whether frames that no other frame refers to are skipped, from the next packet on.
  func skipNonReferenceFrames(_ isSkipped: Bool) {
    unsafe context.pointee.skip_frame = isSkipped ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
  }

  /// Turns off the deblocking filter to save time; block edges then remain visible.
  func disableDeblocking() { unsafe context.pointee.skip_loop_filter = AVDISCARD_ALL }

  /// Decodes a packet, or drains the decoder if `nil`, and passes on all frames that are ready.
  ///
  /// Damaged packets are counted and skipped, as in media players. `take` returns whether it wants
  /// more frames; as soon as it returns `false`, so does this.
  func decode(
    _ packet: Packet?, _ take: (Frame) throws(MediaError) -> Bool
  ) throws(MediaError) -> Bool {
    let code = unsafe avcodec_send_packet(context, packet?.pointer)
    if code < 0, code != gazecut_averror_eof {
      guard Self.isFault(code) else {
        throw MediaError(code: code, operation: "decode", path: path)
      }
      faults += 1
    }
    while let frame = try receive() {
      if try !take(frame) { return false }
    }
    return true
  }

  /// Decodes from the file's current position until `take` returns `false` or the file ends.
  func decode(from file: InputFile, _ take: (Frame) throws(MediaError) -> Bool) throws(MediaError) {
    let packet = try Packet()
    while try file.read(into: packet) {
      if packet.stream == stream, try !decode(packet, take) { return }
    }
    _ = try decode(nil, take)
  }

  private func receive() throws(MediaError) -> Frame? {
    while true {
      let frame = try Frame()
      let code = unsafe avcodec_receive_frame(context, frame.pointer)
      if code == -EAGAIN || code == gazecut_averror_eof { return nil }
      if Self.isFault(code) {
        faults += 1
        continue
      }
      try check(code, "decode", path: path)
      unsafe frame.pointer.pointee.pts = frame.pointer.pointee.best_effort_timestamp
      return frame
    }
  }

  private static func isFault(_ code: Int32) -> Bool {
    code == gazecut_averror_invalid_data || code == -EINVAL || code == -EIO
  }
}
