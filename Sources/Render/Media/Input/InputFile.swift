internal import CFFmpeg
internal import Glibc

/// Whether the caller asks to stop; asked often, from the thread that does the work.
package typealias CancellationCheck = @Sendable () -> Bool

/// An open source file; owns its `AVFormatContext`, freed by `avformat_close_input` alone.
@safe
final class InputFile {
  let path: String
  let context: UnsafeMutablePointer<AVFormatContext>
  /// What libav's interrupt callback asks; kept alive here for as long as the context.
  private let interruption: Interruption

  /// Holds the check where a C callback can reach it.
  private final class Interruption {
    let isCancelled: CancellationCheck
    private let patience: Duration
    private var deadline: ContinuousClock.Instant

    init(_ isCancelled: @escaping CancellationCheck, patience: Duration) {
      self.isCancelled = isCancelled
      self.patience = patience
      deadline = .now + patience
    }

    /// Begins one call of libav.
    func begin() { deadline = .now + patience }

    /// Whether the call has taken longer than any call on a sound file takes.
    var isLate: Bool { ContinuousClock.now >= deadline }
  }

  /// Opens a file and reads enough of it to know its streams.
  ///
  /// - Throws: `notFound`, `notPermitted`, `invalidData` and others, with libav's own words;
  ///   `timedOut` when one step of reading takes longer than `patience`.
  init(
    path: String, patience: Duration = OpenPolicy.patience,
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) {
    LibavLog.install
    LibavLog.clear()
    self.path = path
    try Self.requireFileWithContent(path)
    interruption = Interruption(isCancelled, patience: patience)
    guard let context = unsafe avformat_alloc_context() else {
      throw MediaError(.outOfMemory, operation: "open", path: path, code: -ENOMEM)
    }
    unsafe context.pointee.interrupt_callback = AVIOInterruptCB(
      callback: { opaque in
        guard let opaque = unsafe opaque else { return 0 }
        let box = unsafe Unmanaged<Interruption>.fromOpaque(opaque).takeUnretainedValue()
        return box.isCancelled() || box.isLate ? 1 : 0
      }, opaque: unsafe Unmanaged.passUnretained(interruption).toOpaque())
    do {
      unsafe self.context = try unsafe Self.open(context, path)
    } catch {
      throw interruption.isLate ? Self.tooSlow("open", path) : error
    }
    try checkInTime(
      unsafe avformat_find_stream_info(self.context, nil), "read the streams of")
  }

  /// Checks what a call gave, and begins the next one's time.
  private func checkInTime(_ code: Int32, _ operation: String) throws(MediaError) {
    if code < 0, interruption.isLate, !interruption.isCancelled() {
      throw Self.tooSlow(operation, path)
    }
    interruption.begin()
    try check(code, operation, path: path)
  }

  private static func tooSlow(_ operation: String, _ path: String) -> MediaError {
    MediaError(
      .timedOut, operation: operation, path: path,
      detail: "a step of it took longer than any sound file takes")
  }

  deinit {
    var doomed: UnsafeMutablePointer<AVFormatContext>? = unsafe context
    unsafe avformat_close_input(&doomed)
  }

  /// A pipe would block and a device never end; libav says of an empty file only what it lacks.
  ///
  /// What is not there is left to libav to report.
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

  /// `avformat_open_input` frees the context itself when it fails.
  private static func open(
    _ allocated: UnsafeMutablePointer<AVFormatContext>, _ path: String
  ) throws(MediaError) -> UnsafeMutablePointer<AVFormatContext> {
    var options = Options([
      ("format_whitelist", OpenPolicy.formats), ("codec_whitelist", OpenPolicy.codecs),
      ("protocol_whitelist", "file"), ("max_streams", "\(OpenPolicy.maximumStreams)"),
      ("probesize", "\(OpenPolicy.probeSize)"),
    ])
    var context: UnsafeMutablePointer<AVFormatContext>? = unsafe allocated
    av_max_alloc(OpenPolicy.largestTable)
    // `file:` keeps a colon in a name from being taken for a protocol.
    let code = unsafe avformat_open_input(&context, "file:" + path, nil, &options.dictionary)
    av_max_alloc(Int(Int32.max))  // libav's own bound; large pictures need it
    // Memory for the largest table there may be is asked for at once: without it, memory is short,
    // and with it the file lists more.
    guard code != -ENOMEM || !hasMemory(OpenPolicy.largestTable) else {
      throw MediaError(
        .invalidData, operation: "open", path: path,
        detail: "its headers list more than any sound file has")
    }
    // libav's words for a container that is not on the list are the list.
    guard code != -EINVAL || !LibavLog.hasRefusedFormat else {
      throw MediaError(
        .unsupported, operation: "open", path: path,
        detail: "it is a playlist, a picture or another kind of file that gazecut does not read "
          + "as a video: convert it to MP4 or MKV, for example with `ffmpeg -i FILE FILE.mp4`")
    }
    try check(code, "open", path: path)
    guard let opened = unsafe context else {
      throw MediaError(.other, operation: "open", path: path)
    }
    return unsafe opened
  }

  private static func hasMemory(_ bytes: Int) -> Bool {
    let block = unsafe malloc(bytes)
    defer { unsafe free(block) }
    return unsafe block != nil
  }

  /// The streams; valid while this object lives.
  var streams: [UnsafeMutablePointer<AVStream>] {
    unsafe (0..<Int(context.pointee.nb_streams)).compactMap { unsafe context.pointee.streams[$0] }
  }

  func streams(of kind: AVMediaType) -> [UnsafeMutablePointer<AVStream>] {
    unsafe streams.filter { unsafe $0.pointee.codecpar.pointee.codec_type == kind }
  }

  /// Seconds per unit of a stream's time.
  func timeBase(of stream: Int) -> Rational {
    unsafe Rational(streams[stream].pointee.time_base)
  }

  /// The AVERROR that reading the file itself met; 0 for none.
  var fault: Int32 {
    get { unsafe context.pointee.pb?.pointee.error ?? 0 }
    set { unsafe context.pointee.pb?.pointee.error = newValue }
  }

  /// Reads the next packet; false at the end of the file.
  func read(into packet: Packet) throws(MediaError) -> Bool {
    packet.clear()
    interruption.begin()
    let code = unsafe av_read_frame(context, packet.pointer)
    if code == gazecut_averror_eof {
      // A disk that fails in the middle looks like the end to demuxers.
      if fault < 0, fault != gazecut_averror_eof, !interruption.isCancelled() {
        try check(fault, "read", path: path)
      }
      return false
    }
    if interruption.isCancelled() {
      throw MediaError(.interrupted, operation: "read", path: path)
    }
    try checkInTime(code, "read")
    if let delay = packet.delay, packet.stream < (unsafe Int(context.pointee.nb_streams)),
      Double(delay) * timeBase(of: packet.stream).value > Self.longestDelay
    {
      packet.hideMisplaced()
    }
    return true
  }

  /// Seconds that a picture may be decoded before it is shown; a packet that says more is wrong.
  private static let longestDelay = 60.0

  /// Moves to the key frame of `stream` at or before `stamp` (in its time base).
  ///
  /// Falls back on the beginning of the file: formats without an index may refuse.
  func seek(stream: Int, before stamp: Int64) throws(MediaError) {
    LibavLog.clear()
    interruption.begin()
    let code = unsafe av_seek_frame(context, Int32(stream), stamp, AVSEEK_FLAG_BACKWARD)
    if code < 0 { try rewind(stream: stream) }
  }

  /// Moves to the key picture at or before a play time; at 0, to the first packet.
  func seek(_ video: MediaInfo.Video, before time: Double) throws(MediaError) {
    guard time > 0 else { return try rewind(stream: video.stream) }
    let stamp = (time / video.timeBase.value).rounded(.down) + Double(video.origin)
    try seek(stream: video.stream, before: Int64(bounding: stamp))
  }

  /// Passes over the packets of all streams but these.
  func readOnly(_ used: [Int]) {
    for unsafe(index, stream) in unsafe streams.enumerated() {
      unsafe stream.pointee.discard = used.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  /// Moves to the first packet.
  ///
  /// Transport streams have no index, and a search by time may land behind the first key frame:
  /// they go back to byte 0; byte positions mean nothing to most others.
  func rewind(stream: Int) throws(MediaError) {
    let isSearched = unsafe context.pointee.iformat.pointee.flags & AVFMT_TS_DISCONT != 0
    let stamp = unsafe known(streams[stream].pointee.start_time) ?? 0
    if !isSearched,
      unsafe av_seek_frame(context, Int32(stream), stamp, AVSEEK_FLAG_BACKWARD) >= 0
    {
      return
    }
    interruption.begin()
    try checkInTime(
      unsafe avformat_seek_file(context, -1, Int64.min, 0, Int64.max, AVSEEK_FLAG_BYTE),
      "seek in")
  }
}

/// What a source file may be and what may decode it.
///
/// A playlist or script named `x.mp4` opens and reads other files, even with only the `file`
/// protocol allowed; what stops it is a list of allowed containers and decoders.
enum OpenPolicy {
  /// Containers that hold their own data; no playlists, scripts or picture sequences.
  static let formats = [
    "mov", "mp4", "m4a", "3gp", "3g2", "mj2", "matroska", "webm", "avi", "mpegts", "mpeg",
    "mpegvideo", "flv", "ogg", "wav", "mp3", "aac", "flac", "asf", "mxf", "dv", "ivf", "nut", "gif",
  ].joined(separator: ",")

  /// Decoders of pictures, sound and subtitles met in those containers.
  static let codecs = [
    // Pictures.
    "h264", "hevc", "libdav1d", "libaom-av1", "av1", "vp8", "vp9", "libvpx", "libvpx-vp9",
    "mpeg4", "mpeg1video", "mpeg2video", "mjpeg", "png", "prores", "dnxhd", "dvvideo", "theora",
    "h263", "h263p", "flv", "vp6", "vp6f", "vp6a", "vc1", "wmv1", "wmv2", "wmv3", "msmpeg4v1",
    "msmpeg4", "msmpeg4v2", "ffv1", "huffyuv", "ffvhuff", "utvideo", "rawvideo", "cinepak",
    "svq1", "svq3", "cfhd", "vvc", "libvvdec", "gif",
    // Sound.
    "aac", "aac_fixed", "aac_latm", "mp3", "mp3float", "mp2", "mp2float", "mp1", "mp1float",
    "ac3", "ac3_fixed", "eac3", "dca", "truehd", "mlp", "opus", "libopus", "vorbis", "libvorbis",
    "flac", "alac", "wavpack", "amrnb", "amrwb", "wmav1", "wmav2", "wmapro", "nellymoser",
    "adpcm_ms", "adpcm_ima_wav", "adpcm_ima_qt", "adpcm_swf", "gsm", "speex", "pcm_alaw",
    "pcm_mulaw", "pcm_u8", "pcm_s8", "pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s24be",
    "pcm_s32le", "pcm_s32be", "pcm_f32le", "pcm_f32be", "pcm_f64le", "pcm_bluray", "pcm_dvd",
    // Subtitles.
    "mov_text", "subrip", "srt", "ass", "ssa", "webvtt", "text", "dvdsub", "dvbsub", "pgssub",
  ].joined(separator: ",")

  /// Whether a decoder is one of those, by its name.
  static func isAllowed(_ decoder: String) -> Bool { allowed.contains(Substring(decoder)) }
  private static let allowed = Set(codecs.split(separator: ","))

  /// The largest picture that is decoded, in pixels: 8K and a little; a guard against bombs.
  static let maximumPixels: Int64 = 8192 * 8192

  /// The most streams that a file may have: cameras write a dozen, discs some forty.
  static let maximumStreams = 200
  /// Seconds; a file of which the last picture ends later has damaged times.
  static let longestVideo = 14 * 86_400.0
  /// Bytes that one table of a file's headers may take in memory.
  ///
  /// The index of a day of film takes half of it; Matroska's demuxer holds all tracks that a file
  /// lists, 1.6 KB each, before it asks how many there may be.
  static let largestTable = 256 << 20
  /// Bytes that are read at most to find out what a file is, libav's own default.
  static let probeSize = 5_000_000
  /// The longest that one step of reading may take: opening, a seek, a packet.
  ///
  /// On a sound file it takes milliseconds; a minute allows for a disk that has to spin up.
  static let patience = Duration.seconds(60)
}
