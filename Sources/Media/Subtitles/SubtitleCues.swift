internal import CFFmpeg
internal import Glibc

/// Finds and reads what a source says in text.
public enum SubtitleCues {
  /// Codecs of subtitles that are text; the others are pictures.
  private static let textCodecs: Set<String> = [
    "mov_text", "subrip", "srt", "ass", "ssa", "webvtt", "text",
  ]
  /// Bytes; a file that is larger holds no subtitles.
  private static let largestFile = 16 << 20

  /// Reads a source's cues: of a `.srt` or `.vtt` file beside it, else of its first text stream.
  ///
  /// A file beside it bears the source's name (`film.srt` for `film.mp4`), or that and a language
  /// (`film.en.srt`); someone put it there on purpose, so it goes before what the source holds.
  ///
  /// - Parameters:
  ///   - info: what `MediaInfo.probe` gave.
  ///   - language: an ISO 639 code; of several, the one in it is taken.
  ///   - isCancelled: asked while reading.
  /// - Returns: cues in order of time, on the video's own clock; none where there are none.
  /// - Throws: `notPermitted` and others for a file that is there and cannot be read;
  ///   `interrupted`.
  public static func read(
    _ info: MediaInfo, language: String? = nil,
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> [SubtitleCue] {
    if let path = fileBeside(info.path, language: language) {
      return SubtitleText.cues(try bytes(of: path))
    }
    let streams = info.subtitles.filter { textCodecs.contains($0.codec) }
    let wanted = language.map(LanguageCode.init)
    let chosen = streams.first { $0.language.map(LanguageCode.init) == wanted } ?? streams.first
    guard let chosen else { return [] }
    return try embedded(info, stream: chosen.stream, isCancelled)
  }

  /// The subtitle file beside a source that fits best, if there is one.
  ///
  /// - Parameters:
  ///   - source: the source's path.
  ///   - language: an ISO 639 code that a file's name may bear.
  /// - Returns: the path of the `.srt` or `.vtt` that `read` would take.
  public static func fileBeside(_ source: String, language: String?) -> String? {
    let (folder, name) = AtomicFile.split(source)
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    var found: [String] = []
    guard let directory = unsafe opendir(folder) else { return nil }
    defer { unsafe closedir(directory) }
    while let entry = unsafe readdir(directory) {
      let file = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let isText = file.hasSuffix(".srt") || file.hasSuffix(".vtt")
      if isText, file.hasPrefix(stem + ".") { found.append(file) }
    }
    let wanted = language.map(LanguageCode.init)
    func rank(_ file: String) -> Int {
      let middle = file.dropFirst(stem.count + 1).dropLast(4)
      if middle.isEmpty || middle == "." { return wanted == nil ? 0 : 1 }
      return wanted == LanguageCode(String(middle.drop { $0 == "." }.prefix { $0 != "." })) ? 0 : 2
    }
    return found.min { (rank($0), $0) < (rank($1), $1) }.map { folder + "/" + $0 }
  }

  private static func bytes(of path: String) throws(MediaError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(errno, "read", path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= largestFile {
      let size = buffer.count
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, size)
      }
      if count < 0 { throw .system(errno, "read", path) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
    throw MediaError(
      .invalidData, operation: "read", path: path, detail: "it is too large for subtitles")
  }

  /// Decodes one subtitle stream; libav gives every sort as a line of ASS dialogue.
  private static func embedded(
    _ info: MediaInfo, stream: Int, _ isCancelled: @escaping CancellationCheck
  ) throws(MediaError) -> [SubtitleCue] {
    let file = try InputFile(path: info.path, isCancelled: isCancelled)
    let streams = unsafe file.streams
    guard stream < (unsafe streams.count) else { return [] }
    for unsafe(index, other) in unsafe streams.enumerated() where index != stream {
      unsafe other.pointee.discard = AVDISCARD_ALL
    }
    let decoder = try unsafe Decoder(streams[stream], path: info.path, threads: 1)
    let zero = Double(info.video.origin) * info.video.timeBase.value
    let packet = try Packet()
    var cues: [SubtitleCue] = []
    while try file.read(into: packet) {
      guard packet.stream == stream, let stamp = packet.presentation else { continue }
      let start = Double(stamp) * decoder.timeBase.value - zero
      guard let (text, shown) = try decoder.subtitle(packet) else { continue }
      let length = packet.duration > 0 ? Double(packet.duration) * decoder.timeBase.value : shown
      let plain = SubtitleText.plain(text)
      if length > 0, !plain.isEmpty {
        cues.append(SubtitleCue(start: start, end: start + length, text: plain))
      }
    }
    return cues.sorted { ($0.start, $0.end, $0.text) < ($1.start, $1.end, $1.text) }
  }
}

extension Decoder {
  /// The text of one packet, and for how many seconds it says that it is shown; `nil` without any.
  func subtitle(_ packet: Packet) throws(MediaError) -> (text: String, seconds: Double)? {
    var subtitle = unsafe AVSubtitle()
    var isThere: Int32 = 0
    let code = unsafe avcodec_decode_subtitle2(context, &subtitle, &isThere, packet.pointer)
    guard code >= 0, isThere != 0 else { return nil }
    defer { unsafe avsubtitle_free(&subtitle) }
    var lines: [String] = []
    for index in 0..<Int(unsafe subtitle.num_rects) {
      guard let rectangle = unsafe subtitle.rects[index] else { continue }
      if let ass = unsafe rectangle.pointee.ass {
        lines.append(Self.dialogue(unsafe String(cString: ass)))
      } else if let text = unsafe rectangle.pointee.text {
        lines.append(unsafe String(cString: text))
      }
    }
    let seconds = unsafe Double(subtitle.end_display_time) / 1000
    let isKnown = unsafe subtitle.end_display_time != UInt32.max
    return (lines.joined(separator: "\n"), isKnown ? seconds : 0)
  }

  /// The text of `ReadOrder,Layer,Style,Name,MarginL,MarginR,MarginV,Effect,Text`.
  private static func dialogue(_ line: String) -> String {
    let fields = line.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
    guard fields.count == 9 else { return line }
    return String(fields[8]).replacing("\\N", with: "\n").replacing("\\n", with: "\n")
      .replacing("\\h", with: " ")
  }
}
