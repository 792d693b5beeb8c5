/// Reads SubRip (`.srt`) and WebVTT (`.vtt`) files.
///
/// As forgiving as players are: byte order mark, CRLF, a missing number or hour, dots for commas,
/// settings after the times, tags in the text. A block without times is passed over.
enum SubtitleText {
  /// The cues of a file, in order of time.
  static func cues(_ bytes: [UInt8]) -> [SubtitleCue] {
    let text = text(of: bytes).replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var cues: [SubtitleCue] = []
    var open: (start: Double, end: Double, lines: [Substring])?
    func close() {
      guard let cue = open else { return }
      open = nil
      let text = plain(cue.lines.joined(separator: "\n"))
      if cue.end > cue.start, !text.isEmpty {
        cues.append(SubtitleCue(start: cue.start, end: cue.end, text: text))
      }
    }
    for line in lines {
      if let times = times(line) {
        // A number above the times of the next cue is no text of the last.
        if let last = open?.lines.last, last.allSatisfy(\.isNumber) { open?.lines.removeLast() }
        close()
        open = (times.start, times.end, [])
      } else if line.allSatisfy(\.isWhitespace) {
        close()
      } else {
        open?.lines.append(line)
      }
    }
    close()
    return cues.sorted { ($0.start, $0.end, $0.text) < ($1.start, $1.end, $1.text) }
  }

  /// UTF-8, or Latin-1 where it is none; old subtitle files often are not.
  private static func text(of bytes: [UInt8]) -> String {
    let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    if let text = String(validating: body, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(body.map { Unicode.Scalar($0) }))
  }

  /// `00:01:02,500 --> 00:01:04.000 line:0`.
  private static func times(_ line: Substring) -> (start: Double, end: Double)? {
    let parts = line.split(separator: " ").filter { !$0.isEmpty }
    guard let arrow = parts.firstIndex(of: "-->"), arrow == 1, parts.count > 2,
      let start = seconds(parts[0]), let end = seconds(parts[2])
    else { return nil }
    return (start, end)
  }

  private static func seconds(_ text: Substring) -> Double? {
    let fields = text.split(separator: ":").map { Double($0.replacing(",", with: ".")) }
    guard (2...3).contains(fields.count) else { return nil }
    var total = 0.0
    for field in fields {
      guard let field, field.isFinite, field >= 0 else { return nil }
      total = total * 60 + field
    }
    return total
  }

  /// Without `<i>`, `{\an8}` and the like; `&amp;` and its kin become what they stand for.
  static func plain(_ text: String) -> String {
    var result = ""
    var closer: Character?
    for character in text {
      if let awaited = closer {
        if character == awaited { closer = nil }
      } else if character == "<" || character == "{" {
        closer = character == "<" ? ">" : "}"
      } else {
        result.append(character)
      }
    }
    for (entity, value) in [("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", " "), ("&amp;", "&")] {
      result = result.replacing(entity, with: value)
    }
    let lines = result.split(separator: "\n").map { line in
      let start = line.drop { $0.isWhitespace }
      return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
