internal import CFFmpeg
internal import Glibc

/// Rewrites packets without decoding them; owns its `AVBSFContext`.
///
/// What the stream's headers say after it is in `parameters`.
@safe
final class BitstreamFilter {
  private let context: UnsafeMutablePointer<AVBSFContext>
  private let name: String

  /// Opens a filter of libavcodec for a stream.
  ///
  /// - Parameters:
  ///   - name: `h264_metadata`.
  ///   - stream: whose packets it will take.
  ///   - options: those of the filter.
  /// - Throws: `missingComponent` where this build lacks it; `unsupported` for a stream or options
  ///   that it refuses.
  init(
    _ name: String, for stream: UnsafeMutablePointer<AVStream>, options: [PictureEncoding.Option]
  ) throws(MediaError) {
    self.name = name
    LibavLog.install
    LibavLog.clear()
    guard let filter = unsafe av_bsf_get_by_name(name) else {
      throw MediaError(
        .missingComponent(.filter, name: name, available: []), operation: "copy a stream")
    }
    var created: UnsafeMutablePointer<AVBSFContext>?
    try check(unsafe av_bsf_alloc(filter, &created), "open the bitstream filter \(name)")
    // From here on the object is whole, and its deinit frees the context whatever is thrown.
    unsafe context = try unsafe allocated(created, "a bitstream filter")
    do throws(MediaError) {
      try unsafe open(for: stream, options)
    } catch {
      throw MediaError(.unsupported, operation: error.operation, detail: error.detail)
    }
  }

  private func open(
    for stream: UnsafeMutablePointer<AVStream>, _ options: [PictureEncoding.Option]
  ) throws(MediaError) {
    try check(
      unsafe avcodec_parameters_copy(context.pointee.par_in, stream.pointee.codecpar),
      "open the bitstream filter \(name)")
    unsafe context.pointee.time_base_in = unsafe stream.pointee.time_base
    for option in options {
      let code = unsafe av_opt_set(context.pointee.priv_data, option.name, option.value, 0)
      try check(code, "set \(option.name)=\(option.value) of \(name)")
    }
    try check(unsafe av_bsf_init(context), "open the bitstream filter \(name)")
  }

  deinit {
    var doomed: UnsafeMutablePointer<AVBSFContext>? = unsafe context
    unsafe av_bsf_free(&doomed)
  }

  /// The stream as it is after the filter; valid while this object lives.
  var parameters: UnsafeMutablePointer<AVCodecParameters>? { unsafe context.pointee.par_out }

  /// Gives the filter a packet and hands on every packet that is ready.
  func apply(
    _ packet: Packet, _ take: (Packet) throws(MediaError) -> Void
  ) throws(MediaError) {
    // The filter takes over what it is sent.
    let input = try packet.reference()
    try check(unsafe av_bsf_send_packet(context, input.pointer), "rewrite a packet with \(name)")
    let output = try Packet()
    while true {
      let code = unsafe av_bsf_receive_packet(context, output.pointer)
      if code == -EAGAIN || code == gazecut_averror_eof { return }
      try check(code, "rewrite a packet with \(name)")
      try take(output)
    }
  }
}
