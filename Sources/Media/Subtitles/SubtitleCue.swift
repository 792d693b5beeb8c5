/// A line, or a few, shown for a while.
package struct SubtitleCue: Hashable, Sendable, Codable {
  /// Play time at which it appears, in seconds.
  package var start: Double
  /// Play time at which it goes, in seconds.
  package var end: Double
  /// Plain text; lines are separated by a line feed.
  package var text: String

  /// Makes a cue.
  package init(start: Double, end: Double, text: String) {
    self.start = start
    self.end = end
    self.text = text
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
