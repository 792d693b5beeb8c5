/// Removes repeated lines from rolling captions, as in live television and YouTube's automatic
/// captions.
///
/// There, each cue repeats the last line of the previous cue and adds a line or a word.
///
/// For example:
///
///     14.6 so today we are                   14.6 so today we are
///     16.1 so today we are / going to    ->  16.1 going to look at
///     16.5 so today we are / going to look at
enum RollingCaptions {
  /// Maximum seconds between two cues for the second to continue the first.
  private static let maximumGap = 0.1

  /// Returns cues in which each line occurs once, from its first appearance until the next line.
  ///
  /// The cues are in order of time. If fewer than a third repeat a line, they are unchanged, since
  /// people sometimes say the same thing twice.
  static func folded(_ cues: [SubtitleCue]) -> [SubtitleCue] {
    let lines = cues.map { $0.text.split(separator: "\n") }
    let repeats = cues.indices.dropFirst().count {
      isContinuation(cues[$0], after: cues[$0 - 1].end)
        && repeatedLines(of: lines[$0 - 1], in: lines[$0]).count > 0
    }
    guard repeats > 1, repeats * 3 >= cues.count else { return cues }
    var folded: [SubtitleCue] = []
    var shown: [Substring] = []
    for (cue, lines) in zip(cues, lines) {
      let last = folded.count - 1
      let isNext = last >= 0 && isContinuation(cue, after: folded[last].end)
      let (old, isGrown) = isNext ? repeatedLines(of: shown, in: lines) : (0, false)
      if isGrown, folded[last].text.hasSuffix(shown[shown.count - 1]) {
        folded[last].text.removeLast(shown[shown.count - 1].count)
        folded[last].text += lines[old - 1]
      }
      if old == lines.count {
        folded[last].end = max(folded[last].end, cue.end)
      } else {
        if old > 0 { folded[last].end = max(folded[last].start, cue.start) }
        var rest = cue
        rest.text = lines.dropFirst(old).joined(separator: "\n")
        folded.append(rest)
      }
      shown = lines
    }
    return folded
  }

  private static func isContinuation(_ cue: SubtitleCue, after end: Double) -> Bool {
    cue.start <= end + maximumGap
  }

  /// Counts the lines at the start of a cue that repeat the last lines of the previous cue, and
  /// whether the last of these gained words.
  private static func repeatedLines(
    of shown: [Substring], in lines: [Substring]
  ) -> (count: Int, isGrown: Bool) {
    for count in stride(from: min(shown.count, lines.count), to: 0, by: -1) {
      let (old, new) = (shown.suffix(count), lines.prefix(count))
      guard old.dropLast().elementsEqual(new.dropLast()), let before = old.last, let now = new.last
      else { continue }
      if before == now { return (count, false) }
      if now.hasPrefix(before + " ") { return (count, true) }
    }
    return (0, false)
  }
}
