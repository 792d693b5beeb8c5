import Audience
import Foundation

/// One block of a SeeYouTube log, line by line.
struct SeeYouTubeBlock {
  private(set) var time: Double?
  /// What stands behind the point of the play time.
  private(set) var hundredths = 0
  private(set) var gaze = TrackedGaze()
  private(set) var hasGaze = false
  private(set) var isBegun = false
  private(set) var hasUnknownEmotion = false
  private(set) var hasUnknownState = false
  /// Whether a score lay outside 0…1.
  var hasOddScore: Bool { scores.isOdd }
  private var hasEmotion = false
  private var isPredicted = true
  private var scores = KnownScores()

  /// What the face showed.
  var face: Face {
    guard hasEmotion else { return .notReported }
    return isPredicted && !scores.isEmpty ? .scores(scores.told()) : .lost
  }

  /// Takes `00:31.5 sec`: minutes, seconds, and hundredths without a leading zero (31.05 s).
  mutating func takeTime(_ line: Bytes) {
    guard !isBegun || time == nil, let text = line.text else { return }
    isBegun = true
    guard text.hasSuffix("sec") else { return }
    let plain = text.dropLast(3).trimmingCharacters(in: .whitespaces)
    let halves = plain.split(separator: ".", omittingEmptySubsequences: false)
    let clock = (halves.first ?? "").split(separator: ":", omittingEmptySubsequences: false)
      .map { Int($0) }
    guard (1...2).contains(halves.count), (2...3).contains(clock.count),
      let part = halves.count == 2 ? Int(halves[1]) : 0, (0...100).contains(part)
    else { return }
    var seconds = 0
    for value in clock {
      guard let value, (0...86_400).contains(value) else { return }
      seconds = seconds * 60 + value
    }
    hundredths = part
    time = Double(seconds) + Double(part) / 100
  }

  /// Takes a line of the gaze: `Poisition : (2.00, 121.00)`, or a state.
  mutating func takeGaze(_ line: Bytes) {
    guard let (name, value) = Self.pair(line) else { return }
    if name.matches("Poisition") || name.matches("Position") {
      hasGaze = true
      guard let point = Self.point(value) else { return }
      gaze.x = point.x
      gaze.y = point.y
    } else if name.matches("Tracking State") {
      hasGaze = true
      gaze.tracking = TrackedGaze.tracking(value)
    } else if name.matches("Eye Movement State") {
      gaze.movement = TrackedGaze.movement(value)
    } else if name.matches("Screen State") {
      gaze.isOutside = value.matches("OUTSIDE_OF_SCREEN")
    }
  }

  /// Takes a line of the emotion: the state, or a class with its percentage.
  mutating func takeEmotion(_ line: Bytes) {
    guard let (name, value) = Self.pair(line) else { return }
    if name.matches("Prediction State") {
      hasEmotion = true
      isPredicted = value.matches("SUCCESS")
      let isKnown =
        isPredicted || value.matches("FACE_MISSING") || value.matches("FAILED_TO_CROP_FACE")
        || value.matches("NO_PREDICTIONS") || value.matches("UNKNOWN") || value.matches("None")
      if !isKnown { hasUnknownState = true }
    } else if name.matches("Prediction Result") {
      hasEmotion = true
    } else if value.count > 0, value[value.count - 1] == UInt8(ascii: "%") {
      hasEmotion = true
      // A share of 100 prints as `100% %`.
      guard let emotion = Emotion.named(name), let share = Self.percentage(value), share <= 101
      else {
        hasUnknownEmotion = true
        return
      }
      scores.set(emotion, share / 100)
    }
  }

  /// The two sides of `name : value`; `nil` for a line without a colon.
  private static func pair(_ line: Bytes) -> (Bytes, Bytes)? {
    guard let colon = (0..<line.count).first(where: { line[$0] == UInt8(ascii: ":") }) else {
      return nil
    }
    return (line[0..<colon].trimmed, line[colon + 1..<line.count].trimmed)
  }

  /// The point of `(2.00, 121.00)`; `nil` for `(nan, nan)` and None.
  private static func point(_ text: Bytes) -> (x: Double, y: Double)? {
    guard text.count > 2, text[0] == UInt8(ascii: "("),
      text[text.count - 1] == UInt8(ascii: ")"),
      let comma = (1..<text.count).first(where: { text[$0] == UInt8(ascii: ",") }),
      let x = text[1..<comma].number,
      let y = text[comma + 1..<text.count - 1].number
    else { return nil }
    return (x, y)
  }

  private static func percentage(_ text: Bytes) -> Double? {
    let end = (0..<text.count).first { text[$0] == UInt8(ascii: "%") } ?? text.count
    return text[0..<end].number
  }
}
