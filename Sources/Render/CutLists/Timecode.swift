import EditDecisions
import Foundation

extension FrameRate {
  /// The frame rates that editing programs support.
  static let usual = [
    FrameRate(24000, 1001), FrameRate(24, 1), FrameRate(25, 1), FrameRate(30000, 1001),
    FrameRate(30, 1), FrameRate(48, 1), FrameRate(50, 1), FrameRate(60000, 1001), FrameRate(60, 1),
  ]

  /// Frames per second in the timecode, for example 30 at 29.97.
  var nominal: Int { max(1, Int(value.rounded())) }

  /// Whether editing programs support this frame rate.
  var isUsual: Bool { Self.usual.contains { $0.isEqual(to: self) } }

  /// Number of timecode frames per frame: 2 at 12.5 frames per second, because timecode cannot
  /// count 12.5.
  var timecodeFramesPerFrame: Int { (1...5).first { times($0).isUsual } ?? 1 }

  /// A multiple of this frame rate; a usual rate in its usual form, for example 30000/1001.
  func times(_ count: Int) -> FrameRate {
    let rate = FrameRate(numerator * count, denominator)
    return Self.usual.first { $0.isEqual(to: rate) } ?? rate
  }

  /// Only every `divisor`-th source frame is used, because clips have at most 60 frames per second.
  var divisor: Int { max(1, Int((value / 60 - 0.001).rounded(.up))) }

  /// The frame rate of clips and timelines made from a source of this rate.
  ///
  /// It is at most 60 frames per second. If a usual rate is within 0.5 %, it is used instead:
  /// 2997/100 becomes 30000/1001.
  var counted: FrameRate {
    let thinned = FrameRate(numerator, denominator * divisor)
    let nearest = Self.usual.min { abs($0.value - thinned.value) < abs($1.value - thinned.value) }
    guard let nearest, abs(nearest.value / thinned.value - 1) <= 0.005 else { return thinned }
    return nearest
  }

  /// The number of the frame nearest to a play time, counted from play time 0.
  ///
  /// Halfway times are rounded up, even if floating-point error makes them slightly smaller, as in
  /// rendering.
  func frame(nearest time: Double) -> Int { Int((time * value + 0.5 + 1e-4).rounded(.down)) }

  func time(_ frame: Int) -> Double { Double(frame) * Double(denominator) / Double(numerator) }

  private func isEqual(to other: FrameRate) -> Bool {
    numerator * other.denominator == other.numerator * denominator
  }
}

/// The timecode of a source's first frame (SMPTE ST 12-1).
struct Timecode: Hashable, Sendable {
  /// The timecode as a number of frames.
  var frame: Int
  /// Whether it is drop-frame timecode, which skips numbers to follow real time (at 29.97 and
  /// 59.94).
  var isDrop: Bool
}

extension Timecode {
  /// Reads `01:00:00:00`, or `01:00:00;00` for drop-frame timecode; `nil` for anything else.
  init?(text: String, rate: FrameRate) {
    let parts = text.split(whereSeparator: { ":;.".contains($0) }).map { Int($0) }
    guard parts.count == 4, let hours = parts[0], let minutes = parts[1], let seconds = parts[2],
      let frames = parts[3], minutes < 60, seconds < 60, frames < rate.nominal, hours < 100
    else { return nil }
    let skippedNumbers = Self.skippedNumbers(text.contains(";") || text.contains("."), rate)
    let whole = (hours * 60 + minutes) * 60 + seconds
    let minute = hours * 60 + minutes
    let totalSkipped = skippedNumbers * (minute - minute / 10)
    self.init(frame: whole * rate.nominal + frames - totalSkipped, isDrop: skippedNumbers > 0)
  }

  /// Formats a frame number as `HH:MM:SS:FF`, or `HH:MM:SS;FF` for drop-frame timecode.
  static func text(_ frame: Int, rate: FrameRate, isDrop: Bool) -> String {
    let skippedNumbers = skippedNumbers(isDrop, rate)
    var number = max(0, frame)
    if skippedNumbers > 0 {
      let (minute, framesPerTenMinutes) = (
        rate.nominal * 60 - skippedNumbers, rate.nominal * 600 - skippedNumbers * 9
      )
      let (tens, rest) = (number / framesPerTenMinutes, number % framesPerTenMinutes)
      // Drop frame: numbers are skipped at each minute except every tenth (SMPTE ST 12-1).
      number +=
        tens * skippedNumbers * 9 + max(0, (rest - skippedNumbers) / minute) * skippedNumbers
    }
    let seconds = number / rate.nominal
    return String(
      format: skippedNumbers > 0 ? "%02d:%02d:%02d;%02d" : "%02d:%02d:%02d:%02d", seconds / 3600,
      seconds / 60 % 60, seconds % 60, number % rate.nominal)
  }

  /// Number of frame numbers that are skipped at the start of nine of ten minutes; 0 without drop
  /// frame.
  private static func skippedNumbers(_ isDrop: Bool, _ rate: FrameRate) -> Int {
    guard isDrop, rate.denominator == 1001, rate.nominal % 30 == 0 else { return 0 }
    return rate.nominal / 15
  }
}
