internal import Foundation
package import Media

extension CaptionBand {
  /// Lines of a cue that are shown together, where time allows: more stand over what is looked at.
  private static let most = 3
  /// How far a part may end from where its share of the text ends to end with a sentence or a
  /// clause, and how much of it there is at least, share of a part.
  private static let reach = 0.3
  /// Seconds that a part is shown at least: what flashes by is not read.
  private static let leastSeconds = 0.8

  /// A cue as an output shows it: what three lines cannot hold comes one part after another, each
  /// for its share of the cue's time.
  ///
  /// Cues are broken into lines for wide pictures: two lines of forty letters are five in an
  /// upright one. Those of one who speaks are joined before they are broken anew; where several
  /// speak, lines beginning with a dash or a name in capitals, they stay apart. A cue that is too
  /// short for its parts comes in fewer of more lines.
  ///
  /// - Parameter cue: on any clock.
  /// - Returns: the cue as it is where it fits, else its parts, without gaps.
  package func parts(of cue: SubtitleCue) -> [SubtitleCue] {
    let lines = cue.text.split(separator: "\n").map(String.init)
    let rows = rows(of: lines)
    let count = Int(min(Double(rows), (cue.end - cue.start) / Self.leastSeconds))
    guard rows > Self.most, count > 1 else { return [cue] }
    var most = max(Self.most, (rows + count - 1) / count)
    while most < rows {
      if let parts = parts(of: cue, lines, atMost: most) { return parts }
      most += max(1, most / 4)
    }
    return [cue]
  }

  /// A cue in parts of so many lines; `nil` where one would flash by.
  private func parts(
    of cue: SubtitleCue, _ lines: [String], atMost most: Int
  ) -> [SubtitleCue]? {
    let texts =
      lines.dropFirst().contains(where: Self.isSpeakers)
      ? together(lines.flatMap { broken($0, atMost: most) }, atMost: most)
      : broken(lines.joined(separator: " "), atMost: most)
    let sizes = texts.map { ems($0) }
    let whole = max(sizes.reduce(0, +), .leastNormalMagnitude)
    let seconds = sizes.map { (cue.end - cue.start) * $0 / whole }
    guard seconds.allSatisfy({ $0 >= Self.leastSeconds }) else { return nil }
    var start = cue.start
    return zip(texts, seconds).enumerated().map { index, part in
      let end = index == texts.count - 1 ? cue.end : start + part.1
      defer { start = end }
      return SubtitleCue(start: start, end: end, text: part.0)
    }
  }

  /// Before which letters a word that no line holds is broken: into as few pieces as lines hold,
  /// about as wide as each other.
  ///
  /// - Parameter word: letters without a space.
  /// - Returns: places in it; none where a line holds all of it.
  func places(in word: ArraySlice<Character>) -> [Int] {
    let whole = ems(word)
    guard whole > room else { return [] }
    let most = Double(word.count)
    let least = room > 0 ? min(most, (whole / room).rounded(.up)) : most
    for count in stride(from: Int(least), to: word.count, by: 1) {
      let places = places(in: word, pieces: count, wide: whole)
      let bounds = [word.startIndex] + places + [word.endIndex]
      if zip(bounds, bounds.dropFirst()).allSatisfy({ ems(word[$0..<$1]) <= room }) {
        return places
      }
    }
    return Array(word.indices.dropFirst())
  }

  /// Where so many pieces begin: a letter is of that in which its middle lies.
  private func places(
    in word: ArraySlice<Character>, pieces count: Int, wide whole: Double
  ) -> [Int] {
    var (places, piece, length) = ([Int](), 0, 0.0)
    for place in word.indices {
      let size = LetterWidth.ems(word[place])
      let own = Int((length + size / 2) / whole * Double(count))
      if own > piece { places.append(place) }
      (piece, length) = (own, length + size)
    }
    return places
  }

  /// Width of a line in heights of a letter.
  private var room: Double { Double(width - 2 * side) / Double(max(1, letters)) }

  /// Whether a line tells who speaks it.
  private static func isSpeakers(_ line: String) -> Bool {
    if line.isEmpty || SubtitleCue.beginsWithDash(line) { return true }
    guard let name = line.split(separator: ":").first, name.count < line.count else { return false }
    return name.contains(where: \.isUppercase) && !name.contains(where: \.isLowercase)
  }

  /// How many lines of the output some lines take.
  private func rows(of lines: [String]) -> Int { lines.reduce(0) { $0 + wrapped(Array($1)) } }

  /// Lines of several who speak, as many together as fit.
  private func together(_ lines: [String], atMost most: Int) -> [String] {
    lines.reduce(into: [[String]]()) { parts, line in
      if let last = parts.last, rows(of: last + [line]) <= most {
        parts[parts.count - 1].append(line)
      } else {
        parts.append([line])
      }
    }.map { $0.joined(separator: "\n") }
  }

  /// A text of one line in as few parts as fit: of about the same length where those fit.
  private func broken(_ text: String, atMost most: Int) -> [String] {
    let letters = Array(text)
    let breaks = CaptionText.breaks(in: letters, self)
    let filled = filled(letters, breaks, atMost: most)
    let even = [Self.reach, 0].lazy.map { evenly(letters, breaks, into: filled.count, $0) }
      .first { $0.allSatisfy { wrapped($0) <= most } }
    return (even ?? filled).map { part in
      String(part).trimmingCharacters(in: .whitespaces)
    }
  }

  /// Each part as long as fits.
  private func filled(
    _ letters: [Character], _ breaks: [Bool], atMost most: Int
  ) -> [[Character]] {
    var (parts, start, end, index) = ([[Character]](), 0, 0, 0)
    var lines = WrappedLines(room: room)
    while index < letters.count {
      let mayBreak =
        index > start && (breaks[index] || CaptionText.isSpace(letters[index - 1]))
      if mayBreak { end = index }
      lines.add(letters[index], mayBreak: mayBreak)
      index += 1
      guard lines.count > most, end > start else { continue }
      parts.append(Array(letters[start..<end]))
      (start, index) = (end, end)
      lines = WrappedLines(room: room)
    }
    return parts + [Array(letters[start...])]
  }

  /// So many parts of about the same length.
  private func evenly(
    _ letters: [Character], _ breaks: [Bool], into count: Int, _ reach: Double
  ) -> [[Character]] {
    let part = ems(letters) / Double(count)
    var (parts, current, length) = ([[Character]](), [Character](), 0.0)
    // The best end so far of the part that is being read: how many of its letters, and how good.
    var best: (end: Int, distance: Double)?
    for (letter, isBreak) in zip(letters, breaks) {
      if let last = current.last, isBreak || CaptionText.isSpace(last) {
        let isInside = !CaptionText.mayBreak(between: last, letter)
        let isEnd = ".!?…,;:。！？、".contains(current.last { !$0.isWhitespace } ?? " ")
        let worth = isInside ? -1 : isEnd ? reach : 0
        let distance = abs(length - part) - worth * part
        // An address goes to the next part whole, but for what would leave hardly anything here.
        if length >= part * Self.reach, distance < best?.distance ?? .infinity {
          best = (current.count, distance)
        }
      }
      current.append(letter)
      length += ems([letter])
      if parts.count < count - 1, length > part * (1 + Self.reach), let end = best?.end {
        parts.append(Array(current[..<end]))
        current.removeFirst(end)
        (length, best) = (ems(current), nil)
      }
    }
    return parts + [current]
  }

  /// Lines that a line is broken into.
  private func wrapped(_ line: [Character]) -> Int {
    var lines = WrappedLines(room: room)
    for (index, isBreak) in CaptionText.breaks(in: line, self).enumerated() {
      let mayBreak = isBreak || index > 0 && CaptionText.isSpace(line[index - 1])
      lines.add(line[index], mayBreak: mayBreak)
    }
    return lines.count
  }

  /// Width in heights of a letter.
  private func ems(_ letters: some Collection<Character>) -> Double {
    letters.reduce(0) { $0 + LetterWidth.ems($1) }
  }
}

/// Lines that letters are broken into as they come, as libass fills them.
private struct WrappedLines {
  /// Width of a line in heights of a letter.
  let room: Double
  private(set) var count = 1
  private var (length, word) = (0.0, 0.0)

  init(room: Double) { self.room = room }

  /// Takes the next letter, before which the line may end or may not.
  mutating func add(_ letter: Character, mayBreak: Bool) {
    if mayBreak { word = 0 }
    let size = LetterWidth.ems(letter)
    (length, word) = (length + size, word + size)
    if length > room, word < length { (count, length) = (count + 1, word) }
  }
}
