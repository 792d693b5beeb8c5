/// Limits for subtitles, against damaged or malicious files: laying out far more than the 2,000
/// cues of a film of three hours would need much memory and hours.
struct SubtitleLimits: Sendable {
  /// Maximum bytes of a subtitle file, and of one packet of a subtitle stream.
  var bytes = (file: 16 << 20, packet: 1 << 16)
  /// Maximum cues per source: one per second for about 14 hours.
  var cues = 50_000
  var lines = 8
  /// Maximum Unicode scalars per cue; a fast speaker needs two hundred in ten seconds.
  var scalars = 1_600
  /// Maximum combining marks per letter: as many as any written language uses.
  var marks = 6
  /// Maximum cues displayed at the same time.
  var atOnce = 4
}

/// Collects subtitle cues within the limits, and counts what was left out.
struct SubtitleCollector {
  let limits: SubtitleLimits
  private(set) var cues: [SubtitleCue] = []
  var shortenedCount = 0
  /// Whether cues were left out because there were too many.
  var isCut = false
  /// Number of cues with unreadable times.
  var unreadableCount = 0
  /// Number of cues that end before they begin.
  private var reversedCount = 0

  init(_ limits: SubtitleLimits = SubtitleLimits()) { self.limits = limits }

  var isFull: Bool { cues.count >= limits.cues }

  /// Adds a cue with plain text, which may already be shortened (`wasCut`); ignores empty text.
  mutating func add(start: Double, end: Double, text: String, wasCut: Bool = false) {
    guard start.isFinite, end.isFinite else { return unreadableCount += 1 }
    guard end >= start else { return reversedCount += 1 }
    guard !isFull else { return isCut = true }
    let limitedText = applyLimits(text, wasCut)
    if !limitedText.isEmpty { cues.append(SubtitleCue(start: start, end: end, text: limitedText)) }
  }

  /// Returns the cues in order of time, with a warning that lists what was left out, or `nil`.
  ///
  /// Duplicate cues are removed, rolling captions are merged, very short cues are extended, and
  /// cues beyond the limit of simultaneous cues are left out.
  func finish() -> (cues: [SubtitleCue], fault: String?) {
    let ordered = cues.sorted { ($0.start, $0.end, $0.text) < ($1.start, $1.end, $1.text) }
    let single = ordered.indices.filter { $0 == 0 || ordered[$0] != ordered[$0 - 1] }
    let sorted = Self.extendShortCues(RollingCaptions.folded(single.map { ordered[$0] }))
    var shown: [SubtitleCue] = []
    var ends: [Double] = []
    for cue in sorted {
      ends.removeAll { $0 <= cue.start }
      guard ends.count < limits.atOnce else { continue }
      ends.append(cue.end)
      shown.append(cue)
    }
    var faults = isCut ? ["only its first \(limits.cues) captions are used"] : []
    func note(_ count: Int, _ what: String) {
      if count > 0 {
        faults.append((count == 1 ? "1 caption is " : "\(count) captions are ") + what)
      }
    }
    note(
      sorted.count - shown.count, "left out: more than \(limits.atOnce) would be shown at once")
    note(shortenedCount, "shortened to \(limits.lines) lines and \(limits.scalars) characters")
    note(unreadableCount, "left out: their times cannot be read")
    note(reversedCount, "left out: they end before they begin")
    return (shown, faults.isEmpty ? nil : faults.joined(separator: "; "))
  }

  /// Minimum duration in seconds of a readable cue; a shorter one was made by a program's error.
  private static let minimumDuration = 0.1
  /// Maximum duration to which a shorter cue is extended, in seconds.
  private static let maximumExtension = 1.0

  private static func extendShortCues(_ cues: [SubtitleCue]) -> [SubtitleCue] {
    cues.indices.map { index in
      var cue = cues[index]
      guard cue.end - cue.start < minimumDuration else { return cue }
      let next = cues[index...].first { $0.start > cue.start }?.start ?? .infinity
      cue.end = max(cue.end, min(cue.start + maximumExtension, next))
      return cue
    }
  }

  private mutating func applyLimits(_ text: String, _ wasCut: Bool) -> String {
    let lines = text.split(separator: "\n")
    var isShort = wasCut || lines.count > limits.lines
    var room = limits.scalars
    let kept = lines.prefix(limits.lines).map { line in
      var scalars = String.UnicodeScalarView()
      var marks = 0
      for scalar in line.unicodeScalars {
        guard room > 0 else {
          isShort = true
          return scalar.properties.isWhitespace ? String(scalars) : Self.wholeWords(scalars)
        }
        marks = Self.isMark(scalar) ? marks + 1 : 0
        if marks <= limits.marks {
          scalars.append(scalar)
          room -= 1
        } else {
          isShort = true
        }
      }
      return String(scalars)
    }
    if isShort { shortenedCount += 1 }
    return kept.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Removes the last word, which is incomplete, unless it is the only one.
  private static func wholeWords(_ scalars: String.UnicodeScalarView) -> String {
    let space = scalars.lastIndex { $0.properties.isWhitespace }
    return String(scalars[..<(space ?? scalars.endIndex)])
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }
}
