import CFFmpeg
import Foundation
import Support

/// Finds and reads the subtitles of a video as plain text.
package enum SubtitleCues {
  /// Subtitle codecs that contain text and not images.
  private static let textCodecs: Set<String> = [
    "mov_text", "subrip", "srt", "ass", "ssa", "webvtt", "text",
  ]
  /// Reads the subtitle cues of a video, from a `.srt` or `.vtt` file next to it or else from its
  /// first text stream.
  ///
  /// The subtitle file has the video's name (`film.srt` for `film.mp4`), optionally with a language
  /// (`film.en.srt`). It has priority over streams in the video, because someone put it there on
  /// purpose. Cues beyond the limits are left out, with one warning to `notice`.
  ///
  /// - Returns: cues in order of time, in play time.
  /// - Throws: `notPermitted` and others for a subtitle file that cannot be read; `interrupted`.
  package static func read(
    _ info: MediaInfo, language: String? = nil, notice: (String) -> Void = { _ in },
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> [SubtitleCue] {
    var collector = SubtitleCollector()
    var name = info.path
    if let path = fileNextTo(info.path, language: language) {
      name = path
      guard let bytes = try contents(of: path) else {
        let size = collector.limits.bytes.file >> 20
        notice(
          "\(path) is not a regular file of at most \(size) MB, so it is not used for captions")
        return []
      }
      SubtitleFileParser.read(bytes, into: &collector)
    } else {
      let streams = info.subtitles.filter { textCodecs.contains($0.codec) }
      let wanted = language.map(LanguageCode.init)
      let chosen = streams.first { $0.language.map(LanguageCode.init) == wanted } ?? streams.first
      guard let chosen else { return [] }
      try readStream(info, stream: chosen.stream, into: &collector, isCancelled)
    }
    let (cues, fault) = collector.finish()
    if let fault { notice("\(name): \(fault)") }
    return cues
  }

  /// Reads a subtitle file; `nil` if it is too large or not a regular file.
  package static func contents(of path: String) throws(MediaError) -> [UInt8]? {
    do throws(FileRejection) {
      return try RegularFile.bytes(of: path, atMost: SubtitleLimits().bytes.file)
    } catch {
      // `RegularFile` uses these codes for another kind of file, and for a file above the limit.
      if error.code == EINVAL || error.code == EFBIG { return nil }
      throw .system(error.code, "read", path)
    }
  }

  /// Finds the path of the `.srt` or `.vtt` file that `read` would use.
  package static func fileNextTo(_ source: String, language: String?) -> String? {
    SubtitleFileIndex(reading: AtomicFile.split(source).folder).file(
      beside: source, language: language)
  }

  /// Decodes one subtitle stream; libav returns every text format as a line of ASS dialogue.
  private static func readStream(
    _ info: MediaInfo, stream: Int, into collector: inout SubtitleCollector,
    _ isCancelled: @escaping CancellationCheck
  ) throws(MediaError) {
    let file = try InputFile(path: info.path, isCancelled: isCancelled)
    let streams = unsafe file.streams
    guard stream < (unsafe streams.count) else { return }
    file.discardOtherStreams([stream])
    let decoder = try unsafe Decoder(streams[stream], path: info.path, threads: 1)
    let zero = Double(info.video.origin) * info.video.timeBase.value
    let packet = try Packet()
    while try file.read(into: packet) {
      guard packet.stream == stream, let stamp = packet.presentation else { continue }
      guard !collector.isFull else { return collector.isCut = true }
      guard packet.size <= collector.limits.bytes.packet else {
        collector.shortenedCount += 1
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
  /// Decodes one subtitle packet to plain text and its display duration in seconds (0 if unknown).
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
        lines.append(
          SubtitleFileParser.plainTextOfASSEvent(Self.dialogue(unsafe String(cString: ass))))
      } else if let text = unsafe rectangle.pointee.text {
        lines.append(SubtitleFileParser.plain(unsafe String(cString: text)))
      }
    }
    let seconds = unsafe Double(subtitle.end_display_time) / 1000
    let isKnown = unsafe subtitle.end_display_time != UInt32.max
    return (lines.joined(separator: "\n"), isKnown ? seconds : 0)
  }

  /// The last field of an ASS line:
  /// `ReadOrder,Layer,Style,Name,MarginL,MarginR,MarginV,Effect,Text`.
  private static func dialogue(_ line: String) -> String {
    let fields = line.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
    return fields.count == 9 ? String(fields[8]) : line
  }
}

/// A subtitle: one or more lines of text with start and end in seconds of play time.
package struct SubtitleCue: Hashable, Sendable, Codable {
  package var start: Double
  package var end: Double
  /// Plain text, with line feeds between lines.
  package var text: String

  package init(start: Double, end: Double, text: String) {
    self.start = start
    self.end = end
    self.text = text
  }

  /// Whether a line begins with a dash, which marks a change of speaker.
  package static func beginsWithDash(_ line: String) -> Bool {
    line.first.map { "-–—‐".contains($0) } ?? false
  }
}

extension [SubtitleCue] {
  /// Minimum length of a trimmed cue in seconds; a shorter one could not be read.
  private static var leastSeconds: Double { 0.2 }

  /// Returns the cues within a clip from `start` to `end` of play time, with time 0 at its start.
  ///
  /// Cues that cross an edge are trimmed. A trimmed cue of less than 0.2 s is left out.
  package func retimed(from start: Double, to end: Double) -> [SubtitleCue] {
    compactMap { cue in
      let (from, to) = (Swift.max(cue.start, start), Swift.min(cue.end, end))
      let isWhole = from == cue.start && to == cue.end
      guard to > from, isWhole || to - from >= Self.leastSeconds else { return nil }
      return SubtitleCue(start: from - start, end: to - start, text: cue.text)
    }
  }

  package var srt: String {
    enumerated().map { index, cue in
      "\(index + 1)\n\(Self.clock(cue.start)) --> \(Self.clock(cue.end))\n\(cue.text)\n"
    }.joined(separator: "\n")
  }

  private static func clock(_ seconds: Double) -> String {
    let milliseconds = Swift.max(0, Int(bounding: seconds * 1000))
    return String(
      format: "%02ld:%02ld:%02ld,%03ld", milliseconds / 3_600_000, milliseconds / 60_000 % 60,
      milliseconds / 1000 % 60, milliseconds % 1000)
  }
}
