import Foundation
package import Media

/// Splits captions that need more than three lines into consecutive parts.
package struct CaptionSplitter {
  private let band: CaptionLayout

  package init(_ band: CaptionLayout) { self.band = band }

  /// Maximum number of caption lines at once; more would cover what viewers look at.
  private static let most = 3
  /// Tolerance for ending a part at a sentence or clause, and its minimum length, as shares of a
  /// part.
  private static let reach = 0.3
  /// Minimum duration of a part in seconds, so that it can be read.
  private static let minimumPartSeconds = 0.8

  /// Splits a cue that needs more than three lines into consecutive parts of its time, without
  /// gaps.
  ///
  /// Cues are broken into lines for wide frames: two lines of 40 letters become five in a vertical
  /// frame. The lines of one speaker are joined and broken again. Lines of several speakers, which
  /// begin with a dash or a name in capitals, stay separate. A cue too short for its parts gets
  /// fewer parts with more lines.
  package func parts(of cue: SubtitleCue) -> [SubtitleCue] {
    let lines = cue.text.split(separator: "\n").map(String.init)
    let rows = rows(of: lines)
    let count = Int(min(Double(rows), (cue.end - cue.start) / Self.minimumPartSeconds))
    guard rows > Self.most, count > 1 else { return [cue] }
    var most = max(Self.most, (rows + count - 1) / count)
    while most < rows {
      if let parts = parts(of: cue, lines, atMost: most) { return parts }
      most += max(1, most / 4)
    }
    return [cue]
  }

  /// Splits a cue into parts of at most `most` lines; `nil` if a part would be too short to read.
  private func parts(of cue: SubtitleCue, _ lines: [String], atMost most: Int) -> [SubtitleCue]? {
    let texts =
      lines.dropFirst().contains(where: Self.isSpeakers)
      ? joinedLines(lines.flatMap { splitText($0, atMost: most) }, atMost: most)
      : splitText(lines.joined(separator: " "), atMost: most)
    let sizes = texts.map { LetterWidth.widthInEms($0) }
    let whole = max(sizes.reduce(0, +), .leastNormalMagnitude)
    let seconds = sizes.map { (cue.end - cue.start) * $0 / whole }
    guard seconds.allSatisfy({ $0 >= Self.minimumPartSeconds }) else { return nil }
    var start = cue.start
    return zip(texts, seconds).enumerated().map { index, part in
      let end = index == texts.count - 1 ? cue.end : start + part.1
      defer { start = end }
      return SubtitleCue(start: start, end: end, text: part.0)
    }
  }

  /// Whether a line begins with a speaker's name or a dash.
  private static func isSpeakers(_ line: String) -> Bool {
    if line.isEmpty || SubtitleCue.beginsWithDash(line) { return true }
    guard let name = line.split(separator: ":").first, name.count < line.count else { return false }
    return name.contains(where: \.isUppercase) && !name.contains(where: \.isLowercase)
  }

  private func rows(of lines: [String]) -> Int { lines.reduce(0) { $0 + wrapped(Array($1)) } }

  /// Joins consecutive lines of several speakers as long as they fit.
  private func joinedLines(_ lines: [String], atMost most: Int) -> [String] {
    lines.reduce(into: [[String]]()) { parts, line in
      if let last = parts.last, rows(of: last + [line]) <= most {
        parts[parts.count - 1].append(line)
      } else {
        parts.append([line])
      }
    }.map { $0.joined(separator: "\n") }
  }

  /// Splits a one-line text into as few parts as possible, of similar length if they fit.
  private func splitText(_ text: String, atMost most: Int) -> [String] {
    let letters = Array(text)
    let breaks = CaptionText.breaks(in: letters, band)
    let filledParts = filledParts(letters, breaks, atMost: most)
    let even = [Self.reach, 0].lazy.map {
      splitEvenly(letters, breaks, into: filledParts.count, $0)
    }
    .first { $0.allSatisfy { wrapped($0) <= most } }
    return (even ?? filledParts).map { part in
      String(part).trimmingCharacters(in: .whitespaces)
    }
  }

  /// Fills each part as far as possible.
  private func filledParts(
    _ letters: [Character], _ breaks: [Bool], atMost most: Int
  ) -> [[Character]] {
    var (parts, start, end, index) = ([[Character]](), 0, 0, 0)
    var lines = WrappedLines(room: band.room)
    while index < letters.count {
      let mayBreak = index > start && (breaks[index] || CaptionText.isSpace(letters[index - 1]))
      if mayBreak { end = index }
      lines.add(letters[index], mayBreak: mayBreak)
      index += 1
      guard lines.count > most, end > start else { continue }
      parts.append(Array(letters[start..<end]))
      (start, index) = (end, end)
      lines = WrappedLines(room: band.room)
    }
    return parts + [Array(letters[start...])]
  }

  /// Splits a text into `count` parts of similar length.
  private func splitEvenly(
    _ letters: [Character], _ breaks: [Bool], into count: Int, _ reach: Double
  ) -> [[Character]] {
    let part = LetterWidth.widthInEms(letters) / Double(count)
    var (parts, current, length) = ([[Character]](), [Character](), 0.0)
    // The best end of the current part so far: its number of letters, and its rating.
    var best: (end: Int, distance: Double)?
    for (letter, isBreak) in zip(letters, breaks) {
      if let last = current.last, isBreak || CaptionText.isSpace(last) {
        let isInside = !CaptionText.mayBreak(between: last, letter)
        let isEnd = ".!?…,;:。！？、".contains(current.last { !$0.isWhitespace } ?? " ")
        let worth = isInside ? -1 : isEnd ? reach : 0
        let distance = abs(length - part) - worth * part
        // Keeps a web address in one piece, unless little would be left in this part.
        if length >= part * Self.reach, distance < best?.distance ?? .infinity {
          best = (current.count, distance)
        }
      }
      current.append(letter)
      length += LetterWidth.widthInEms([letter])
      if parts.count < count - 1, length > part * (1 + Self.reach), let end = best?.end {
        parts.append(Array(current[..<end]))
        current.removeFirst(end)
        (length, best) = (LetterWidth.widthInEms(current), nil)
      }
    }
    return parts + [current]
  }

  /// Number of rows that a line wraps into.
  private func wrapped(_ line: [Character]) -> Int {
    var lines = WrappedLines(room: band.room)
    for (index, isBreak) in CaptionText.breaks(in: line, band).enumerated() {
      let mayBreak = isBreak || index > 0 && CaptionText.isSpace(line[index - 1])
      lines.add(line[index], mayBreak: mayBreak)
    }
    return lines.count
  }
}

/// Wraps text greedily, as libass does.
private struct WrappedLines {
  /// Width of a line in units of the letter height.
  let room: Double
  private(set) var count = 1
  private var (length, word) = (0.0, 0.0)

  init(room: Double) { self.room = room }

  /// Adds a letter; `mayBreak` says whether a line may break before it.
  mutating func add(_ letter: Character, mayBreak: Bool) {
    if mayBreak { word = 0 }
    let size = LetterWidth.widthInEms(letter)
    (length, word) = (length + size, word + size)
    if length > room, word < length { (count, length) = (count + 1, word) }
  }
}
