/// Parser for SubRip (`.srt`) and WebVTT (`.vtt`) files, as tolerant as players.
///
/// It accepts a byte order mark, UTF-16, CRLF, and a missing number or hour. It also accepts dots
/// instead of commas, `->` instead of `-->`, settings after the times, and tags in the text. SubRip
/// cues may have empty lines before and within their text.
enum SubtitleFileParser {
  /// The cue whose lines are being read.
  private struct OpenCue {
    let start, end: Double
    var lines: [String] = []
    /// Whether an empty line separates the times from the text.
    var isTextApart = false
    /// Whether the last line was empty.
    var isAfterGap = false
    var isCut = false
  }

  /// Parses a file line by line; each line is cut to a maximum length first.
  static func read(_ bytes: [UInt8], into collector: inout SubtitleCollector) {
    let bytes = convertedFromUTF16(bytes)
    let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
    let limits = collector.limits
    // A scalar takes up to four bytes. Twice that leaves space for tags.
    let longest = limits.scalars * 8
    var place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let isWebVTT = bytes[place...].starts(with: "WEBVTT".utf8)
    var open: OpenCue?
    func close(_ collector: inout SubtitleCollector) {
      guard let cue = open else { return }
      open = nil
      collector.add(
        start: cue.start, end: cue.end, text: plain(cue.lines.joined(separator: "\n")),
        wasCut: cue.isCut)
    }
    while place < bytes.count, !collector.isFull {
      let end = bytes[place...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      let isLong = end - place > longest
      let piece = bytes[place..<min(end, place + longest)]
      place = end + 1
      let isCRLF = end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A
      if isCRLF { place += 1 }
      guard piece.contains(where: { $0 > 0x20 }) else {
        // In WebVTT an empty line ends a cue. In SubRip only the next cue's times end it. Some
        // programs write an empty line after the times in both formats.
        if isWebVTT, piece.isEmpty, open?.lines.isEmpty == false { close(&collector) }
        if open?.lines.isEmpty == true { open?.isTextApart = true }
        open?.isAfterGap = true
        continue
      }
      guard open != nil || piece.contains(0x3E) else { continue }
      // Old files are often not UTF-8.
      let line = isUTF8 ? String(decoding: piece, as: UTF8.self) : Windows1252.text(of: piece)
      let isArrow = line.contains("->")
      if isArrow, let times = parseTimes(line) {
        dropName(ofNext: &open, isWebVTT)
        close(&collector)
        open = OpenCue(start: times.start, end: times.end)
      } else if isArrow, looksLikeTimes(line) {
        dropName(ofNext: &open, isWebVTT)
        close(&collector)
        collector.unreadableCount += 1
      } else if let count = open?.lines.count, !line.allSatisfy(\.isWhitespace) {
        open?.isAfterGap = false
        // Keep one line more than the limit: the last one may be the number of the next cue.
        if count <= limits.lines { open?.lines.append(line) } else { open?.isCut = true }
        if isLong { open?.isCut = true }
      }
    }
    close(&collector)
    if place < bytes.count { collector.isCut = true }
  }

  /// Removes the last line of a cue if it is the name of the next cue, whose times follow directly:
  /// a number, or in WebVTT any line after the empty line that ends a cue without text.
  private static func dropName(ofNext open: inout OpenCue?, _ isWebVTT: Bool) {
    guard let cue = open, let last = cue.lines.last, !cue.isAfterGap else { return }
    let isName = isWebVTT && cue.isTextApart && cue.lines.count == 1
    if isName || last.allSatisfy({ $0.isNumber || $0.isWhitespace }) { open?.lines.removeLast() }
  }

  /// Converts UTF-16 with a byte order mark, which Windows programs write as "Unicode", to UTF-8.
  private static func convertedFromUTF16(_ bytes: [UInt8]) -> [UInt8] {
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return bytes }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { place in
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isLittle ? first | second << 8 : first << 8 | second
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// Parses `00:01:02,500 --> 00:01:04.000 line:0`; spaces and the number of dashes may vary.
  private static func parseTimes(_ line: String) -> (start: Double, end: Double)? {
    guard let arrow = line.firstIndex(of: ">") else { return nil }
    let before = String(line[..<arrow].reversed().drop { $0 == "-" || $0.isWhitespace }.reversed())
    // Cue settings may follow. Each begins with a letter.
    let after = line[line.index(after: arrow)...]
      .prefix { $0.isNumber || $0.isWhitespace || ":,.".contains($0) }
    guard let start = parseSeconds(before[...]), let end = parseSeconds(after) else { return nil }
    return (start, end)
  }

  /// Whether a line is meant to contain times: it begins with a digit, optionally after a minus,
  /// and has `:`, `,` or `.` before the arrow.
  private static func looksLikeTimes(_ line: String) -> Bool {
    let before = line.prefix { $0 != ">" }.drop(while: \.isWhitespace)
    let digits = before.first == "-" ? before.dropFirst() : before
    return line.contains("-->") && before.contains { ":,.".contains($0) }
      && digits.first?.isNumber ?? false
  }

  private static func parseSeconds(_ text: Substring) -> Double? {
    let plain = text.filter { !$0.isWhitespace }.replacing(",", with: ".")
    guard plain.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ":" || $0 == ".") }) else {
      return nil
    }
    let fields = plain.split(separator: ":").map { Double($0) }
    guard (2...3).contains(fields.count) else { return nil }
    var total = 0.0
    for field in fields {
      guard let field, field.isFinite, field < 1e9 else { return nil }
      total = total * 60 + field
    }
    return total
  }
}

extension SubtitleFileParser {
  /// Tags of SubRip and WebVTT; any other text in angle brackets is kept.
  private static let knownTags: Set<Substring> = [
    "b", "i", "u", "s", "font", "c", "v", "lang", "ruby", "rt",
  ]

  /// Converts a cue to plain text: removes tags such as `<i>` and `{\an8}` as well as drawings, and
  /// resolves character references such as `&amp;`.
  ///
  /// If several people speak (`<v Roger>`), each begins a new line with a dash.
  static func plain(_ text: String) -> String {
    var turns = [""]
    var speaker: Substring?
    var rest = text[...]
    var isDrawing = false
    while let mark = rest.firstIndex(where: { $0 == "<" || $0 == "{" }) {
      // A bracket that starts no tag is text.
      let end = endOfTag(rest[mark...])
      if !isDrawing {
        turns[turns.count - 1] += rest[..<(end == nil ? rest.index(after: mark) : mark)]
      }
      if let end {
        let tag = rest[mark..<end].dropLast()
        isDrawing = Self.isDrawing(behind: tag, isDrawing)
        if let next = Self.speaker(tag), next != speaker {
          if speaker != nil { turns.append("") }
          speaker = next
        }
      }
      rest = rest[(end ?? rest.index(after: mark))...]
    }
    if !isDrawing { turns[turns.count - 1] += rest }
    let spokenLines = turns.map { trimLines(CharacterReferences.resolved(in: $0)) }.filter {
      !$0.isEmpty
    }
    guard spokenLines.count > 1 else { return spokenLines.first ?? "" }
    return spokenLines.map { SubtitleCue.beginsWithDash($0) ? $0 : "- " + $0 }
      .joined(separator: "\n")
  }

  /// The speaker of a voice tag, for example `<v Roger` or `<v.loud Roger`.
  private static func speaker(_ tag: Substring) -> Substring? {
    guard tag.hasPrefix("<v") || tag.hasPrefix("<V"), let space = tag.firstIndex(of: " ") else {
      return nil
    }
    return tag[space...]
  }

  /// Converts the text of an ASS event to plain text: removes override tags in braces and drawings
  /// after `\p1`, and converts `\N` to a line feed.
  static func plainTextOfASSEvent(_ text: String) -> String {
    var result = ""
    var braced: String?
    var isDrawing = false
    var isEscaped = false
    for character in text {
      if let tags = braced, character == "}" {
        isDrawing = Self.isDrawing(behind: tags[...], isDrawing)
        braced = nil
      } else if braced != nil {
        braced?.append(character)
      } else if isEscaped {
        isEscaped = false
        switch character {
        case "N", "n": result.append("\n")
        case "h": result.append("\u{A0}")
        case "{", "}": result.append(character)
        default: result += "\\\(character)"
        }
      } else if character == "{" {
        braced = ""
      } else if isDrawing {
        continue
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return trimLines(CharacterReferences.resolved(in: isEscaped ? result + "\\" : result))
  }

  /// Whether text after some override tags is a drawing: `\p` with a scale above 0 starts one,
  /// `\p0` ends it.
  private static func isDrawing(behind tags: Substring, _ before: Bool) -> Bool {
    let overrides = tags.split(separator: "\\", omittingEmptySubsequences: false).dropFirst()
    return overrides.compactMap { tag -> Bool? in
      guard tag.first == "p" else { return nil }
      let scale = tag.dropFirst().filter { !$0.isWhitespace }
      return scale.isEmpty ? false : Int(scale).map { $0 > 0 }
    }.last ?? before
  }

  /// The end of the tag with which a text begins; `nil` if it is not a tag, as in "I <3 you".
  private static func endOfTag(_ text: Substring) -> Substring.Index? {
    let isOverride = text.first == "{"
    let close: Character = isOverride ? "}" : ">"
    guard let end = text.firstIndex(of: close) else { return nil }
    let body = text[text.index(after: text.startIndex)..<end]
    let after = text.index(after: end)
    if isOverride { return body.first == "\\" ? after : nil }
    // Times inside a WebVTT cue, for example <00:19.000>.
    let isTime = body.contains(":") && body.allSatisfy { $0.isNumber || $0 == ":" || $0 == "." }
    let name = body.drop { $0 == "/" }.prefix { $0.isLetter }
    let next = body.drop { $0 == "/" }.dropFirst(name.count).first
    let isNamed = next == nil || next == " " || next == "." || next == "\n" || next == "/"
    return isTime || isNamed && knownTags.contains(name.lowercased()[...]) ? after : nil
  }

  private static func trimLines(_ text: String) -> String {
    let lines = text.split(separator: "\n").map { line in
      let start = line.drop { $0.isWhitespace }
      return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
