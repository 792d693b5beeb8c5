internal import CFFmpeg
internal import Glibc

/// Finds and reads what a source says in text.
package enum SubtitleCues {
  /// Codecs of subtitles that are text; the others are pictures.
  private static let textCodecs: Set<String> = [
    "mov_text", "subrip", "srt", "ass", "ssa", "webvtt", "text",
  ]
  /// Reads a source's cues: of a `.srt` or `.vtt` file beside it, else of its first text stream.
  ///
  /// A file beside it bears the source's name (`film.srt` for `film.mp4`), or that and a language
  /// (`film.en.srt`); someone put it there on purpose, so it goes before what the source holds.
  ///
  /// What a file or stream claims to hold is bounded in size, count and length: what lies beyond is
  /// left out, and said so.
  ///
  /// - Parameters:
  ///   - info: what `MediaInfo.probe` gave.
  ///   - language: an ISO 639 code; of several, the one in it is taken.
  ///   - notice: told, in a sentence, what was left out and why.
  ///   - isCancelled: asked while reading.
  /// - Returns: cues in order of time, on the video's own clock; none where there are none.
  /// - Throws: `notPermitted` and others for a file that is there and cannot be read;
  ///   `interrupted`.
  package static func read(
    _ info: MediaInfo, language: String? = nil, notice: (String) -> Void = { _ in },
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> [SubtitleCue] {
    var collector = SubtitleCollector()
    var name = info.path
    if let path = fileBeside(info.path, language: language) {
      name = path
      guard let bytes = try contents(of: path) else {
        let size = collector.limits.bytes.file >> 20
        notice("\(path) is no file of at most \(size) MB, so it holds no captions")
        return []
      }
      SubtitleText.read(bytes, into: &collector)
    } else {
      let streams = info.subtitles.filter { textCodecs.contains($0.codec) }
      let wanted = language.map(LanguageCode.init)
      let chosen = streams.first { $0.language.map(LanguageCode.init) == wanted } ?? streams.first
      guard let chosen else { return [] }
      try embedded(info, stream: chosen.stream, into: &collector, isCancelled)
    }
    let (cues, fault) = collector.finish()
    if let fault { notice("\(name): \(fault)") }
    return cues
  }

  /// The bytes of a subtitle file; `nil` for what is larger than any, and for what is no file.
  ///
  /// - Parameter path: what `fileBeside` gave; a pipe is not waited for.
  /// - Returns: its bytes.
  /// - Throws: `notPermitted` and others for a file that is there and cannot be read.
  package static func contents(of path: String) throws(MediaError) -> [UInt8]? {
    let limit = SubtitleLimits().bytes.file
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(errno, "read", path) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system(errno, "read", path) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(status.st_size))
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let size = buffer.count
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, size)
      }
      if count < 0 { throw .system(errno, "read", path) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
    return nil
  }

  /// The subtitle file beside a source that fits best, if there is one.
  ///
  /// - Parameters:
  ///   - source: the source's path.
  ///   - language: an ISO 639 code that a file's name may bear.
  /// - Returns: the path of the `.srt` or `.vtt` that `read` would take.
  package static func fileBeside(_ source: String, language: String?) -> String? {
    SubtitleFolder(reading: AtomicFile.split(source).folder).file(
      beside: source, language: language)
  }

  /// Decodes one subtitle stream; libav gives every sort as a line of ASS dialogue.
  private static func embedded(
    _ info: MediaInfo, stream: Int, into collector: inout SubtitleCollector,
    _ isCancelled: @escaping CancellationCheck
  ) throws(MediaError) {
    let file = try InputFile(path: info.path, isCancelled: isCancelled)
    let streams = unsafe file.streams
    guard stream < (unsafe streams.count) else { return }
    file.readOnly([stream])
    let decoder = try unsafe Decoder(streams[stream], path: info.path, threads: 1)
    let zero = Double(info.video.origin) * info.video.timeBase.value
    let packet = try Packet()
    while try file.read(into: packet) {
      guard packet.stream == stream, let stamp = packet.presentation else { continue }
      guard !collector.isFull else { return collector.noteCut() }
      guard packet.size <= collector.limits.bytes.packet else {
        collector.noteShortened()
        continue
      }
      let start = Double(stamp) * decoder.timeBase.value - zero
      guard let (text, shown) = try decoder.subtitle(packet) else { continue }
      let length = packet.duration > 0 ? Double(packet.duration) * decoder.timeBase.value : shown
      collector.add(start: start, end: start + length, text: text)
    }
  }
}

extension Decoder {
  /// The plain text of one packet, and for how many seconds it says that it is shown; `nil` without
  /// any.
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
        lines.append(SubtitleText.plainEvent(Self.dialogue(unsafe String(cString: ass))))
      } else if let text = unsafe rectangle.pointee.text {
        lines.append(SubtitleText.plain(unsafe String(cString: text)))
      }
    }
    let seconds = unsafe Double(subtitle.end_display_time) / 1000
    let isKnown = unsafe subtitle.end_display_time != UInt32.max
    return (lines.joined(separator: "\n"), isKnown ? seconds : 0)
  }

  /// The text of `ReadOrder,Layer,Style,Name,MarginL,MarginR,MarginV,Effect,Text`.
  private static func dialogue(_ line: String) -> String {
    let fields = line.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
    return fields.count == 9 ? String(fields[8]) : line
  }
}

/// A line, or a few, shown for a while.
package struct SubtitleCue: Hashable, Sendable, Codable {
  /// Play time at which it appears, in seconds.
  package var start: Double
  /// Play time at which it goes, in seconds.
  package var end: Double
  /// Plain text; lines are separated by a line feed.
  package var text: String

  package init(start: Double, end: Double, text: String) {
    self.start = start
    self.end = end
    self.text = text
  }

  /// Whether a line begins as that of one of several who speak does.
  package static func beginsWithDash(_ line: String) -> Bool {
    line.first.map { "-–—‐".contains($0) } ?? false
  }
}

extension [SubtitleCue] {
  /// The cues of a clip on its own clock: what lies outside is left out, what overlaps is cut off.
  ///
  /// - Parameters:
  ///   - start: play time at which the clip begins, in seconds.
  ///   - end: play time at which it ends, in seconds.
  ///   - minimum: seconds; a shorter remainder at an edge could not be read, and is left out.
  /// - Returns: cues in order of time; 0 is the clip's start.
  package func retimed(
    from start: Double, to end: Double, minimum: Double = 0.2
  ) -> [SubtitleCue] {
    compactMap { cue in
      let (from, to) = (Swift.max(cue.start, start), Swift.min(cue.end, end))
      let isWhole = from == cue.start && to == cue.end
      guard to > from, isWhole || to - from >= minimum else { return nil }
      return SubtitleCue(start: from - start, end: to - start, text: cue.text)
    }
  }

  /// As a SubRip (`.srt`) file.
  package var srt: String {
    enumerated().map { index, cue in
      "\(index + 1)\n\(Self.clock(cue.start)) --> \(Self.clock(cue.end))\n\(cue.text)\n"
    }.joined(separator: "\n")
  }

  private static func clock(_ seconds: Double) -> String {
    let milliseconds = Swift.max(0, Int(bounding: seconds * 1000))
    func digits(_ value: Int, _ count: Int) -> String {
      let text = "\(value)"
      return String(repeating: "0", count: Swift.max(0, count - text.count)) + text
    }
    let (hours, minutes) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60)
    return digits(hours, 2) + ":" + digits(minutes, 2) + ":"
      + digits(milliseconds / 1000 % 60, 2) + "," + digits(milliseconds % 1000, 3)
  }
}
