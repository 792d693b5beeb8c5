internal import EditDecisions
package import Media

extension CaptionBand {
  /// Lines of a cue that are shown together at most: more would stand over what is looked at.
  private static let most = 3
  /// Width of a letter as a share of its height, on the average of bold Latin text.
  private static let letterWidth = 0.54
  /// How far a part may end from where its share of the text ends to end with a sentence or a
  /// clause, share of a part.
  private static let reach = 0.3

  /// A cue as an output shows it: what three lines cannot hold comes one part after another, each
  /// for its share of the cue's time.
  ///
  /// Cues are broken into lines for wide pictures: two lines of forty letters are five in an
  /// upright one. Those of one who speaks are joined before they are broken anew; where several
  /// speak, a line behind the first beginning with a dash, they stay apart.
  ///
  /// - Parameter cue: on any clock.
  /// - Returns: the cue as it is where it fits, else its parts, without gaps.
  package func parts(of cue: SubtitleCue) -> [SubtitleCue] {
    let lines = cue.text.split(separator: "\n").map(String.init)
    guard rows(of: lines) > Self.most else { return [cue] }
    let isDialogue = lines.dropFirst().contains { "-–—‐".contains($0.first ?? " ") }
    let texts =
      isDialogue ? lines.flatMap(broken) : broken(lines.joined(separator: " "))
    let sizes = texts.map { ems($0) }
    let whole = max(sizes.reduce(0, +), .leastNormalMagnitude)
    var (parts, done) = ([SubtitleCue](), 0.0)
    for (text, size) in zip(texts, sizes) {
      let start = cue.start + (cue.end - cue.start) * done / whole
      done += size
      parts.append(
        SubtitleCue(start: start, end: cue.start + (cue.end - cue.start) * done / whole, text: text)
      )
    }
    return parts
  }

  /// How many lines of the output some lines take.
  private func rows(of lines: [String]) -> Int {
    lines.reduce(0) { $0 + wrapped(Array($1)) }
  }

  /// A text of one line in as few parts as fit, of about the same length.
  private func broken(_ text: String) -> [String] {
    let letters = Array(text)
    for count in 1...max(1, letters.count) {
      let parts = broken(letters, into: count)
      if parts.allSatisfy({ wrapped($0) <= Self.most }) { return parts.map { String($0) } }
    }
    return [text]
  }

  private func broken(_ letters: [Character], into count: Int) -> [[Character]] {
    let part = ems(letters) / Double(count)
    var (parts, current, length) = ([[Character]](), [Character](), 0.0)
    // The best end so far of the part that is being read: how many of its letters, and how good.
    var best: (end: Int, distance: Double)?
    for letter in letters {
      if let last = current.last, CaptionText.mayBreak(between: last, letter) {
        let isEnd = ".!?…,;:。！？、".contains(current.last { !$0.isWhitespace } ?? " ")
        let distance = abs(length - part) - (isEnd ? Self.reach * part : 0)
        if distance < best?.distance ?? .infinity { best = (current.count, distance) }
      }
      current.append(letter)
      length += ems([letter])
      if parts.count < count - 1, length > part * (1 + Self.reach), let end = best?.end {
        parts.append(Array(current[..<end]))
        current.removeFirst(end)
        (length, best) = (ems(current), nil)
      }
    }
    return (parts + [current]).map { part in
      Array(part.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
  }

  /// Lines that a line is broken into, as libass fills them.
  private func wrapped(_ line: some Collection<Character>) -> Int {
    let room = Double(width - 2 * side) / Double(max(1, letters))
    var (count, length, word) = (1, 0.0, 0.0)
    var last: Character?
    for letter in line {
      if let last, CaptionText.mayBreak(between: last, letter) { word = 0 }
      let size = ems([letter])
      (length, word) = (length + size, word + size)
      if length > room, word < length { (count, length) = (count + 1, word) }
      last = letter
    }
    return count
  }

  /// Width in heights of a letter.
  private func ems(_ letters: some Collection<Character>) -> Double {
    letters.reduce(0) { $0 + (CaptionText.isIdeographic($1) ? 1 : Self.letterWidth) }
  }
}
