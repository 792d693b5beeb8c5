import Audience
import Foundation

extension ImportFormat {
  static let seeyoutube = ImportFormat(
    name: "seeyoutube",
    summary: "the console log of the SeeYouTube client: one block per 0.5 s of play time",
    carries: [.gaze, .emotion], options: .ofSessions + [.player, .picture, .offset],
    fits: { $0.isLog }
  ) { (context) throws(ImportError) in .sessions(try SeeYouTubeImporter(context: context).read()) }
}

/// Reads a log; lines outside blocks are skipped.
private struct SeeYouTubeImporter {
  /// Decrease of the play time, in seconds, that means that a full second was not printed.
  private static let lostCarry = 0.2..<1.0

  let context: ImportContext
  private var builder: SessionBuilder
  private var block = SeeYouTubeBlock()
  private var section = Section.none
  private var lastTime: Double?
  private var area: SourceRectangle?

  /// The section of a block in which a line is.
  private enum Section { case none, time, gaze, emotion }

  init(context: ImportContext) {
    self.context = context
    builder = SessionBuilder(context, times: "play times are minutes:seconds.hundredths")
  }

  consuming func read() throws(ImportError) -> [StagedSession] {
    let video = try context.video(named: nil, line: nil)
    area = try context.videoArea(of: video)
    var lines = try LineReader(try context.open())
    while let line = try lines.next() { try take(line.trimmed, lines.line) }
    try close(lines.line)
    var sessions = SessionList()
    if try sessions.end(builder) { sessions.append(context.session(builder, of: video)) }
    return try sessions.finished(
      context,
      "a log must contain the blocks '| Play Time |', '| Gaze Info |' and '| Emotion Info |'")
  }

  private mutating func take(_ line: Bytes, _ number: Int) throws(ImportError) {
    guard line.count > 0 else { return }
    switch line[0] {
    case UInt8(ascii: "|"):
      switch line {
      case "| Play Time |":
        try close(number)
        section = .time
      case "| Gaze Info |": section = .gaze
      case "| Emotion Info |": section = .emotion
      default: return
      }
    case UInt8(ascii: "-"):
      if line.count > 8, (0..<line.count).allSatisfy({ line[$0] == UInt8(ascii: "-") }) {
        try close(number)
      }
    default:
      switch section {
      case .none: return
      case .time: block.parseTime(line)
      case .gaze: block.parseGaze(line)
      case .emotion: block.parseEmotion(line)
      }
    }
  }

  private mutating func close(_ line: Int) throws(ImportError) {
    defer {
      block = SeeYouTubeBlock()
      section = .none
    }
    guard block.hasPlayTime else { return }
    block.record.time = block.record.time.map(restoringCarry)
    lastTime = block.record.time ?? lastTime
    try builder.append(block.record, line: line) { [context, area] x, y throws(ImportError) in
      guard let area else {
        throw context.missingOption(
          "points are relative to the player, and the log does not contain its size",
          "give --player WxH in points, for example 844x475")
      }
      return area.picture(x, y)
    }
  }

  /// Adds a second to a play time whose carry was lost.
  ///
  /// The client rounds hundredths separately from seconds, so it prints 31.998 s as 00:31.0. Blocks
  /// are 0.5 s apart, so the time then seems to decrease by half a second.
  private func restoringCarry(_ time: Double) -> Double {
    guard let lastTime, block.hundredths == 0 else { return time }
    return Self.lostCarry.contains(lastTime - time) ? time + 1 : time
  }
}

/// One block of a log, read line by line.
private struct SeeYouTubeBlock {
  var record = SeeSoRecord()
  /// The digits after the decimal point of the play time.
  private(set) var hundredths = 0
  private(set) var hasPlayTime = false

  /// Parses the play time, for example `00:31.5 sec`.
  ///
  /// The parts are minutes, seconds, and hundredths without a leading zero (31.05 s).
  mutating func parseTime(_ line: Bytes) {
    guard !hasPlayTime || record.time == nil, let text = line.text else { return }
    hasPlayTime = true
    guard text.hasSuffix("sec") else { return }
    let halves = text.dropLast(3).trimmingCharacters(in: .whitespaces)
      .split(separator: ".", omittingEmptySubsequences: false)
    let clock = halves[0].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(halves.count), (2...3).contains(clock.count),
      let part = halves.count == 2 ? Int(halves[1]) : 0, (0...100).contains(part)
    else { return }
    var seconds = 0
    for value in clock {
      guard let value, (0...86_400).contains(value) else { return }
      seconds = seconds * 60 + value
    }
    hundredths = part
    record.time = Double(seconds) + Double(part) / 100
  }

  /// Parses a line of the gaze section: a state, or for example `Poisition : (2.00, 121.00)`.
  mutating func parseGaze(_ line: Bytes) {
    guard let (name, value) = Self.pair(line) else { return }
    var gaze = record.gaze ?? SeeSoGaze()
    switch name {
    case "Poisition", "Position":
      if let point = Self.point(value) { (gaze.x, gaze.y) = point }
    case "Tracking State": gaze.tracking = SeeSoGaze.tracking(value)
    case "Eye Movement State": gaze.movement = SeeSoGaze.movement(value)
    case "Screen State": gaze.isOutside = value.matches("OUTSIDE_OF_SCREEN")
    default: return
    }
    record.gaze = gaze
  }

  /// Parses a line of the emotion section: the state, or an emotion with its percentage.
  mutating func parseEmotion(_ line: Bytes) {
    guard let (name, value) = Self.pair(line) else { return }
    var face = record.face ?? SeeSoFace()
    if name.matches("Prediction State") {
      face.take(state: value)
    } else if value.count > 0, value[value.count - 1] == UInt8(ascii: "%") {
      // 100 per cent is printed as `100% %`.
      let end = (0..<value.count).first { value[$0] == UInt8(ascii: "%") } ?? value.count
      let share = value[0..<end].number.flatMap { $0 <= 101 ? $0 / 100 : nil }
      face.take(share ?? 0, of: share == nil ? nil : Emotion.named(name))
    } else if !name.matches("Prediction Result") {
      return
    }
    record.face = face
  }

  /// The two sides of `name : value`; `nil` for a line without a colon.
  private static func pair(_ line: Bytes) -> (Bytes, Bytes)? {
    guard let colon = (0..<line.count).first(where: { line[$0] == UInt8(ascii: ":") }) else {
      return nil
    }
    return (line[0..<colon].trimmed, line[colon + 1..<line.count].trimmed)
  }

  /// The point in `(2.00, 121.00)`; `nil` for `(nan, nan)` and `None`.
  private static func point(_ text: Bytes) -> (x: Double, y: Double)? {
    guard text.count > 2, text[0] == UInt8(ascii: "("), text[text.count - 1] == UInt8(ascii: ")"),
      let comma = (1..<text.count).first(where: { text[$0] == UInt8(ascii: ",") }),
      let x = text[1..<comma].number, let y = text[comma + 1..<text.count - 1].number
    else { return nil }
    return (x, y)
  }
}
