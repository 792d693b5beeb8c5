import Audience
import Foundation

extension ImportFormat {
  /// The console log of the SeeYouTube client: a block for every half second of play time.
  static let seeyoutube = ImportFormat(
    name: "seeyoutube",
    summary: "the console log of the SeeYouTube client: a block every 0.5 s of play time",
    carries: [.gaze, .emotion],
    options: .ofSessions + [.player, .picture, .offset],
    fits: { $0.isLog }
  ) { (context) throws(ImportError) in
    var importer = SeeYouTubeImporter(context: context)
    return .sessions([try importer.read()])
  }
}

/// Reads a log: blocks among lines of other kinds, which are passed over.
private struct SeeYouTubeImporter {
  /// A fall of the play time by so much against the block before is a carry that was not printed.
  private static let carry = 0.2..<1.0

  let context: FileContext
  private var builder: SessionBuilder
  private var block = SeeYouTubeBlock()
  private var section = Section.none
  private var lastTime: Double?
  private var blocks = 0
  private var area: ImageArea?

  /// The part of a block that a line belongs to.
  private enum Section { case none, time, gaze, emotion }

  init(context: FileContext) {
    self.context = context
    builder = SessionBuilder(context)
  }

  mutating func read() throws(ImportError) -> StagedSession {
    let video = try context.video(named: nil, line: nil)
    area = try context.shownArea(of: video)
    var lines = try LineReader(try context.open())
    while let line = try lines.next() { try take(line.trimmed, lines.line) }
    try close(lines.line)
    guard !builder.samples.isEmpty else {
      throw context.nothing(
        "sample", builder.skips,
        "a log holds blocks of '| Play Time |', '| Gaze Info |' and '| Emotion Info |'")
    }
    try builder.close()
    return context.session(builder, of: video)
  }

  private mutating func take(_ line: Bytes, _ number: Int) throws(ImportError) {
    guard line.count > 0 else { return }
    switch line[0] {
    case UInt8(ascii: "|"):
      if line.matches("| Play Time |") {
        try close(number)
        section = .time
      } else if line.matches("| Gaze Info |") {
        section = .gaze
      } else if line.matches("| Emotion Info |") {
        section = .emotion
      }
    case UInt8(ascii: "-"):
      // A line of dashes ends a block, and another one begins the next.
      if line.count > 8, (0..<line.count).allSatisfy({ line[$0] == UInt8(ascii: "-") }) {
        try close(number)
      }
    default:
      switch section {
      case .none: return
      case .time: block.takeTime(line)
      case .gaze: block.takeGaze(line)
      case .emotion: block.takeEmotion(line)
      }
    }
  }

  /// Turns the block that was read into a sample.
  private mutating func close(_ line: Int) throws(ImportError) {
    defer {
      block = SeeYouTubeBlock()
      section = .none
    }
    guard block.isBegun else { return }
    blocks += 1
    let time = block.time.map(mended)
    if time != nil { lastTime = time }
    let gaze = try gaze()
    if case .unknown = block.gaze.tracking { builder.note(.unknownTracking) }
    if block.hasUnknownEmotion { builder.note(.unknownEmotion) }
    if block.hasUnknownState { builder.note(.unknownState) }
    if block.hasOddScore { builder.note(.oddScore) }
    guard try builder.append(time: time, gaze: gaze, face: block.face) else {
      throw context.failure(
        "the time lies more than a day into the video",
        "play times are minutes:seconds.hundredths", line: line)
    }
  }

  /// The hundredths are rounded apart from the seconds, so 31.998 s prints as 00:31.0: between
  /// neighbours 0.5 s apart that is a fall of half a second against the one before, where a
  /// second more is right.
  private func mended(_ time: Double) -> Double {
    guard let lastTime, block.hundredths == 0 else { return time }
    return Self.carry.contains(lastTime - time) ? time + 1 : time
  }

  private func gaze() throws(ImportError) -> Gaze {
    guard block.hasGaze else { return .notReported }
    guard let x = block.gaze.x, let y = block.gaze.y else { return block.gaze.gaze(at: nil) }
    guard let area else {
      throw context.missingOption(
        "the points lie in the player, whose size the log does not tell",
        "give --player WxH, in points, such as 844x475")
    }
    return block.gaze.gaze(at: area.picture(x, y))
  }
}
