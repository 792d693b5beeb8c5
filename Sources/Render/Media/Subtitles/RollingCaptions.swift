/// Folds captions that roll, as those of live television and YouTube's automatic ones do: each cue
/// repeats the last line of the cue before and adds one below it, or adds a word to its last line.
///
///     14.6 so today we are                   14.6 so today we are
///     16.1 so today we are / going to    ->  16.1 going to look at
///     16.5 so today we are / going to look at
enum RollingCaptions {
  /// Seconds between two cues of which the second continues the first.
  private static let gap = 0.1

  /// The cues with each line once, from when it appears until the next line does.
  ///
  /// - Parameter cues: in order of time.
  /// - Returns: the same cues if fewer than a third of them repeat a line, since a person may say a
  ///   word twice.
  static func folded(_ cues: [SubtitleCue]) -> [SubtitleCue] {
    let lines = cues.map { $0.text.split(separator: "\n") }
    let repeats = cues.indices.dropFirst().count {
      continues(cues[$0], after: cues[$0 - 1].end)
        && repeated(of: lines[$0 - 1], in: lines[$0]).count > 0
    }
    guard repeats > 1, repeats * 3 >= cues.count else { return cues }
    var folded: [SubtitleCue] = []
    var shown: [Substring] = []
    for (cue, lines) in zip(cues, lines) {
      let last = folded.count - 1
      let isNext = last >= 0 && continues(cue, after: folded[last].end)
      let (old, isGrown) = isNext ? repeated(of: shown, in: lines) : (0, false)
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

  private static func continues(_ cue: SubtitleCue, after end: Double) -> Bool {
    cue.start <= end + gap
  }

  /// How many lines at the beginning of a cue are the last ones of the cue before, and whether the
  /// last of these has more words now.
  private static func repeated(
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
