import CFFmpeg
import Glibc

/// Returns whether the caller wants to cancel; called often, on the thread that does the work.
package typealias CancellationCheck = @Sendable () -> Bool

/// An open source file.
@safe
final class InputFile {
  let path: String
  let context: UnsafeMutablePointer<AVFormatContext>
  /// The object that libav's interrupt callback reads, which must live as long as the context.
  private let interruptState: InterruptState

  private final class InterruptState {
    let isCancelled: CancellationCheck
    let timeLimit: Duration
    private var deadline: ContinuousClock.Instant

    init(_ isCancelled: @escaping CancellationCheck, timeLimit: Duration) {
      self.isCancelled = isCancelled
      self.timeLimit = timeLimit
      deadline = .now + timeLimit
    }

    func begin() { deadline = .now + timeLimit }

    /// Whether the current call has exceeded the time limit.
    var hasTimedOut: Bool { ContinuousClock.now >= deadline }
  }

  /// Opens a file and reads enough of it to know its streams.
  ///
  /// - Throws: `notFound`, `notPermitted`, `invalidData` and others, with libav's message;
  ///   `timedOut` if one libav call takes longer than `timeLimit`.
  init(
    path: String, timeLimit: Duration = InputLimits.timeLimit,
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) {
    LibavLog.clear()
    self.path = path
    try Self.requireFileWithContent(path)
    interruptState = InterruptState(isCancelled, timeLimit: timeLimit)
    guard let context = unsafe avformat_alloc_context() else {
      throw MediaError(.outOfMemory, operation: "open", path: path, code: -ENOMEM)
    }
    unsafe context.pointee.interrupt_callback = AVIOInterruptCB(
      callback: { opaque in
        guard let opaque = unsafe opaque else { return 0 }
        let box = unsafe Unmanaged<InterruptState>.fromOpaque(opaque).takeUnretainedValue()
        return box.isCancelled() || box.hasTimedOut ? 1 : 0
      }, opaque: unsafe Unmanaged.passUnretained(interruptState).toOpaque())
    do {
      try unsafe Self.open(context, path)
    } catch {
      throw interruptState.hasTimedOut ? Self.timeoutError("open", path, timeLimit) : error
    }
    unsafe self.context = unsafe context
    try checkInTime(unsafe avformat_find_stream_info(self.context, nil), "read the streams of")
  }

  /// Checks the result of a libav call and restarts the time limit for the next one.
  private func checkInTime(_ code: Int32, _ operation: String) throws(MediaError) {
    if code < 0, interruptState.hasTimedOut, !interruptState.isCancelled() {
      throw Self.timeoutError(operation, path, interruptState.timeLimit)
    }
    interruptState.begin()
    try check(code, operation, path: path)
  }

  private static func timeoutError(
    _ operation: String, _ path: String, _ timeLimit: Duration
  ) -> MediaError {
    MediaError(
      .timedOut, operation: operation, path: path,
      detail: "reading one part of it took longer than \(timeLimit): "
        + "check the disk and the file")
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFormatContext>? = unsafe context
    unsafe avformat_close_input(&pointer)
  }

  /// Rejects empty files and all but regular ones: a pipe would block, and a device has no end.
  ///
  /// A missing file is reported by libav afterwards.
  private static func requireFileWithContent(_ path: String) throws(MediaError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw MediaError(
        .unsupported, operation: "open", path: path, detail: "it is not a regular file")
    }
    guard status.st_size > 0 else {
      throw MediaError(
        .invalidData, operation: "open", path: path, detail: "it is empty: copy it again")
    }
  }

  /// Opens the file; if that fails, `avformat_open_input` frees the context.
  private static func open(
    _ formatContext: UnsafeMutablePointer<AVFormatContext>, _ path: String
  ) throws(MediaError) {
    var options = LibavOptions([
      ("format_whitelist", InputLimits.formats), ("codec_whitelist", InputLimits.codecs),
      ("protocol_whitelist", "file"), ("max_streams", "\(InputLimits.maximumStreams)"),
      ("probesize", "\(InputLimits.probeSize)"),
    ])
    var context: UnsafeMutablePointer<AVFormatContext>? = unsafe formatContext
    av_max_alloc(InputLimits.maximumTableBytes)
    // Without the prefix `file:`, a colon in the file name would be read as a protocol.
    let code = unsafe avformat_open_input(&context, "file:" + path, nil, &options.dictionary)
    av_max_alloc(Int(Int32.max))  // Restore libav's default limit, which large frames need.
    // If memory for the largest allowed table is available, libav failed because of the limit: the
    // header is damaged. Otherwise memory really is short.
    guard code != -ENOMEM || !hasMemory(InputLimits.maximumTableBytes) else {
      throw MediaError(
        .invalidData, operation: "open", path: path,
        detail: "its header lists more tracks or index entries than any undamaged file")
    }
    // For a rejected container, libav's own message would print the whole list of allowed formats.
    guard code != -EINVAL || !LibavLog.hasRejectedFormat else {
      throw MediaError(
        .unsupported, operation: "open", path: path,
        detail: "it is a playlist, an image or another kind of file that gazecut does not read "
          + "as a video: convert it to MP4 or MKV, for example with `ffmpeg -i FILE FILE.mp4`")
    }
    try check(code, "open", path: path)
  }

  private static func hasMemory(_ bytes: Int) -> Bool {
    let block = unsafe malloc(bytes)
    defer { unsafe free(block) }
    return unsafe block != nil
  }

  /// All streams; the pointers are valid while this object exists.
  var streams: [UnsafeMutablePointer<AVStream>] {
    unsafe (0..<Int(context.pointee.nb_streams)).compactMap { unsafe context.pointee.streams[$0] }
  }

  func streams(of kind: AVMediaType) -> [UnsafeMutablePointer<AVStream>] {
    unsafe streams.filter { unsafe $0.pointee.codecpar.pointee.codec_type == kind }
  }

  /// Seconds per unit of a stream's timestamps.
  func timeBase(of stream: Int) -> Rational {
    unsafe Rational(streams[stream].pointee.time_base)
  }

  /// The AVERROR of the file's I/O layer; 0 if there was none.
  var fault: Int32 {
    get { unsafe context.pointee.pb?.pointee.error ?? 0 }
    set { unsafe context.pointee.pb?.pointee.error = newValue }
  }

  /// Reads the next packet; returns `false` at the end of the file.
  func read(into packet: Packet) throws(MediaError) -> Bool {
    packet.clear()
    interruptState.begin()
    let code = unsafe av_read_frame(context, packet.pointer)
    if code == gazecut_averror_eof {
      // Demuxers report a read error of the disk as the end of the file.
      if fault < 0, fault != gazecut_averror_eof, !interruptState.isCancelled() {
        try check(fault, "read", path: path)
      }
      return false
    }
    if interruptState.isCancelled() {
      throw MediaError(.interrupted, operation: "read", path: path)
    }
    try checkInTime(code, "read")
    if let delay = packet.delay, packet.stream < (unsafe Int(context.pointee.nb_streams)),
      Double(delay) * timeBase(of: packet.stream).value > Self.maximumDelay
    {
      packet.discardWithWrongTimestamp()
    }
    return true
  }

  /// Maximum seconds between decoding and display; a packet with more has a wrong timestamp.
  private static let maximumDelay = 60.0

  /// Seeks to the key frame at or before a timestamp, in the time base of `stream`; to the first
  /// packet if the file has no index.
  func seek(stream: Int, before stamp: Int64) throws(MediaError) {
    LibavLog.clear()
    interruptState.begin()
    let code = unsafe av_seek_frame(context, Int32(stream), stamp, AVSEEK_FLAG_BACKWARD)
    if code < 0 { try rewind(stream: stream) }
  }

  /// Seeks to the key frame at or before a play time in seconds; at 0, to the first packet.
  func seek(_ video: MediaInfo.Video, before time: Double) throws(MediaError) {
    guard time > 0 else { return try rewind(stream: video.stream) }
    let stamp = (time / video.timeBase.value).rounded(.down) + Double(video.origin)
    try seek(stream: video.stream, before: Int64(bounding: stamp))
  }

  func discardOtherStreams(_ used: [Int]) {
    for unsafe(index, stream) in unsafe streams.enumerated() {
      unsafe stream.pointee.discard = used.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  /// Seeks to the first packet.
  ///
  /// Transport streams have no index, so a seek by time may end after the first key frame. For
  /// these it seeks to byte 0 instead.
  func rewind(stream: Int) throws(MediaError) {
    let isSearched = unsafe context.pointee.iformat.pointee.flags & AVFMT_TS_DISCONT != 0
    let stamp = unsafe known(streams[stream].pointee.start_time) ?? 0
    if !isSearched, unsafe av_seek_frame(context, Int32(stream), stamp, AVSEEK_FLAG_BACKWARD) >= 0 {
      return
    }
    interruptState.begin()
    try checkInTime(
      unsafe avformat_seek_file(context, -1, Int64.min, 0, Int64.max, AVSEEK_FLAG_BYTE),
      "seek in")
  }
}

/// Allowed containers and decoders, and limits for source files.
///
/// A playlist or script named `x.mp4` can make libav open other files, even if only the `file`
/// protocol is allowed. A list of allowed containers and decoders prevents this.
enum InputLimits {
  /// Allowed containers: those that contain their own data, so no playlists, scripts or image
  /// sequences.
  static let formats = [
    "mov", "mp4", "m4a", "3gp", "3g2", "mj2", "matroska", "webm", "avi", "mpegts", "mpeg",
    "mpegvideo", "flv", "ogg", "wav", "mp3", "aac", "flac", "asf", "mxf", "dv", "ivf", "nut", "gif",
  ].joined(separator: ",")

  static let codecs = [
    // Video.
    "h264", "hevc", "libdav1d", "libaom-av1", "av1", "vp8", "vp9", "libvpx", "libvpx-vp9",
    "mpeg4", "mpeg1video", "mpeg2video", "mjpeg", "png", "prores", "dnxhd", "dvvideo", "theora",
    "h263", "h263p", "flv", "vp6", "vp6f", "vp6a", "vc1", "wmv1", "wmv2", "wmv3", "msmpeg4v1",
    "msmpeg4", "msmpeg4v2", "ffv1", "huffyuv", "ffvhuff", "utvideo", "rawvideo", "cinepak",
    "svq1", "svq3", "cfhd", "vvc", "libvvdec", "gif",
    // Audio.
    "aac", "aac_fixed", "aac_latm", "mp3", "mp3float", "mp2", "mp2float", "mp1", "mp1float",
    "ac3", "ac3_fixed", "eac3", "dca", "truehd", "mlp", "opus", "libopus", "vorbis", "libvorbis",
    "flac", "alac", "wavpack", "amrnb", "amrwb", "wmav1", "wmav2", "wmapro", "nellymoser",
    "adpcm_ms", "adpcm_ima_wav", "adpcm_ima_qt", "adpcm_swf", "gsm", "speex", "pcm_alaw",
    "pcm_mulaw", "pcm_u8", "pcm_s8", "pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s24be",
    "pcm_s32le", "pcm_s32be", "pcm_f32le", "pcm_f32be", "pcm_f64le", "pcm_bluray", "pcm_dvd",
    // Subtitles.
    "mov_text", "subrip", "srt", "ass", "ssa", "webvtt", "text", "dvdsub", "dvbsub", "pgssub",
  ].joined(separator: ",")

  static func isAllowed(_ decoder: String) -> Bool { allowed.contains(Substring(decoder)) }
  private static let allowed = Set(codecs.split(separator: ","))

  /// Maximum frame size in pixels, a little more than 8K, against decompression bombs.
  static let maximumPixels: Int64 = 8192 * 8192

  /// Maximum number of streams: cameras write about a dozen, discs about forty.
  static let maximumStreams = 200
  /// Maximum duration in seconds; a longer file has damaged timestamps.
  static let maximumVideoSeconds = 14 * 86_400.0
  /// Maximum bytes of memory for one table in a file's header.
  ///
  /// The index of a 24-hour film takes half of it. Matroska's demuxer allocates 1.6 KB per listed
  /// track before it checks their number.
  static let maximumTableBytes = 256 << 20
  /// Maximum bytes that are read to detect the container and its streams, libav's default.
  static let probeSize = 5_000_000
  /// Time limit for one libav call (opening, a seek, or a packet), which takes milliseconds, unless
  /// a disk has to spin up.
  static let timeLimit = Duration.seconds(60)
}
