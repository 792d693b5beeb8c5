/// How much of what calls itself subtitles is believed.
///
/// A film of three hours has some 2,000 cues of two lines; what goes far beyond is damaged or made
/// to harm, and laying it out would take memory and hours.
struct SubtitleLimits: Sendable {
  /// Bytes of a file, and of one packet of a stream.
  var bytes = (file: 16 << 20, packet: 1 << 16)
  /// Cues of a source: one a second for half a day.
  var cues = 50_000
  /// Lines of a cue.
  var lines = 8
  /// Unicode scalars of a cue; who speaks fast says two hundred in ten seconds.
  var scalars = 1_600
  /// Marks on one letter; the most that a written language stacks.
  var marks = 6
  /// Cues on show at one time.
  var atOnce = 4
}

/// Collects cues inside the limits, and counts what they cut.
struct SubtitleCollector {
  let limits: SubtitleLimits
  private(set) var cues: [SubtitleCue] = []
  private var shortened = 0
  private var isCut = false
  /// Cues whose times cannot be read, and cues that end before they begin.
  private var (unreadable, reversed) = (0, 0)

  init(_ limits: SubtitleLimits = SubtitleLimits()) { self.limits = limits }

  /// Whether no more cues are taken.
  var isFull: Bool { cues.count >= limits.cues }

  /// Notes that something of a cue was left out before it came here.
  mutating func noteShortened() { shortened += 1 }

  /// Notes that cues were left out.
  mutating func noteCut() { isCut = true }

  /// Notes a cue whose times cannot be read.
  mutating func noteUnreadable() { unreadable += 1 }

  /// Takes a cue whose text is plain; one that is empty is none.
  ///
  /// - Parameters:
  ///   - start: play time in seconds.
  ///   - end: play time in seconds.
  ///   - text: what is said.
  ///   - wasCut: whether some of it was left out already.
  mutating func add(start: Double, end: Double, text: String, wasCut: Bool = false) {
    guard start.isFinite, end.isFinite else { return noteUnreadable() }
    guard end >= start else { return reversed += 1 }
    guard !isFull else { return isCut = true }
    let bounded = bounded(text, wasCut)
    if !bounded.isEmpty { cues.append(SubtitleCue(start: start, end: end, text: bounded)) }
  }

  /// The cues in order of time, no more at once than the limit; with a sentence of what was cut.
  ///
  /// A cue that comes twice is taken once, captions that roll are folded, and what is too short to
  /// be read stays on until the next cue.
  func finish() -> (cues: [SubtitleCue], fault: String?) {
    let ordered = cues.sorted { ($0.start, $0.end, $0.text) < ($1.start, $1.end, $1.text) }
    let single = ordered.indices.filter { $0 == 0 || ordered[$0] != ordered[$0 - 1] }
    let sorted = Self.lengthened(RollingCaptions.folded(single.map { ordered[$0] }))
    var shown: [SubtitleCue] = []
    var ends: [Double] = []
    for cue in sorted {
      ends.removeAll { $0 <= cue.start }
      guard ends.count < limits.atOnce else { continue }
      ends.append(cue.end)
      shown.append(cue)
    }
    var faults: [String] = []
    if isCut { faults.append("only its first \(limits.cues) captions are used") }
    let left = sorted.count - shown.count
    if left > 0 {
      faults.append("\(Self.captions(left)) left out: more than \(limits.atOnce) at once")
    }
    if shortened > 0 {
      faults.append(
        "\(Self.captions(shortened)) shortened to \(limits.lines) lines and \(limits.scalars) "
          + "letters")
    }
    if unreadable > 0 {
      faults.append("\(Self.captions(unreadable)) left out: their times cannot be read")
    }
    if reversed > 0 {
      faults.append("\(Self.captions(reversed)) left out: they end before they begin")
    }
    return (shown, faults.isEmpty ? nil : faults.joined(separator: "; "))
  }

  /// Seconds that a cue lasts at least to be read; a shorter one was cut by a program.
  private static let shortest = 0.1
  /// Seconds that such a cue stays at most.
  private static let longestStay = 1.0

  private static func lengthened(_ cues: [SubtitleCue]) -> [SubtitleCue] {
    cues.indices.map { index in
      var cue = cues[index]
      guard cue.end - cue.start < shortest else { return cue }
      let next = cues[index...].first { $0.start > cue.start }?.start ?? .infinity
      cue.end = max(cue.end, min(cue.start + longestStay, next))
      return cue
    }
  }

  private static func captions(_ count: Int) -> String {
    count == 1 ? "1 caption is" : "\(count) captions are"
  }

  private mutating func bounded(_ text: String, _ wasCut: Bool) -> String {
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
    if isShort { shortened += 1 }
    return kept.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// A text without its last word, of which it holds a part; all of it where it is no more.
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
