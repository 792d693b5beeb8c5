import EditDecisions
import Foundation

extension FrameRate {
  /// The rates that editors' programs count in.
  static let usual = [
    FrameRate(24000, 1001), FrameRate(24, 1), FrameRate(25, 1), FrameRate(30000, 1001),
    FrameRate(30, 1), FrameRate(48, 1), FrameRate(50, 1), FrameRate(60000, 1001),
    FrameRate(60, 1),
  ]

  /// Frames a second that a timecode counts: 30 at 29.97.
  var nominal: Int { max(1, Int(value.rounded())) }

  /// Whether editors' programs know this rate.
  var isUsual: Bool { Self.usual.contains { $0.isEqual(to: self) } }

  /// How many frames of a clock stand for one of these: 2 of 25 a second at 12.5, at which no clock
  /// counts.
  var clockStep: Int { (1...5).first { times($0).isUsual } ?? 1 }

  /// So many times as many frames a second; a usual rate as it is usually written.
  func times(_ count: Int) -> FrameRate {
    let rate = FrameRate(numerator * count, denominator)
    return Self.usual.first { $0.isEqual(to: rate) } ?? rate
  }

  /// How many frames of a source become one: clips have at most 60 a second.
  var divisor: Int { max(1, Int((value / 60 - 0.001).rounded(.up))) }

  /// The rate at which a cut list counts the frames of a source of this rate.
  ///
  /// It is the rate of its clips, on a usual one where that is near: 2997/100 is 30000/1001.
  var counted: FrameRate {
    let thinned = FrameRate(numerator, denominator * divisor)
    let nearest = Self.usual.min {
      abs($0.value - thinned.value) < abs($1.value - thinned.value)
    }
    guard let nearest, abs(nearest.value / thinned.value - 1) <= 0.005 else { return thinned }
    return nearest
  }

  /// The frame whose time is nearest `time`, counted from play time 0.
  ///
  /// Halfway times go up, whatever the last bit of their seconds says, as in rendering.
  func frame(nearest time: Double) -> Int { Int((time * value + 0.5 + 1e-4).rounded(.down)) }

  /// The play time of a frame, in seconds.
  func time(_ frame: Int) -> Double { Double(frame) * Double(denominator) / Double(numerator) }

  private func isEqual(to other: FrameRate) -> Bool {
    numerator * other.denominator == other.numerator * denominator
  }
}

/// A source's own clock, as its first frame bears it.
struct Timecode: Hashable, Sendable {
  /// The number of the first frame on that clock.
  var frame: Int
  /// Whether the clock leaves out numbers to keep to the time of day (29.97 and 59.94).
  var isDrop: Bool

}

extension Timecode {
  /// Reads `01:00:00:00`, or `01:00:00;00` for one that drops numbers; `nil` for anything else.
  init?(text: String, rate: FrameRate) {
    let parts = text.split(whereSeparator: { ":;.".contains($0) }).map { Int($0) }
    guard parts.count == 4, let hours = parts[0], let minutes = parts[1], let seconds = parts[2],
      let frames = parts[3], minutes < 60, seconds < 60, frames < rate.nominal, hours < 100
    else { return nil }
    let drops = Self.drops(text.contains(";") || text.contains("."), rate)
    let whole = (hours * 60 + minutes) * 60 + seconds
    let minute = hours * 60 + minutes
    let dropped = drops * (minute - minute / 10)
    self.init(frame: whole * rate.nominal + frames - dropped, isDrop: drops > 0)
  }

  /// A frame's number as `HH:MM:SS:FF`, or `HH:MM:SS;FF` where numbers are dropped.
  static func text(_ frame: Int, rate: FrameRate, isDrop: Bool) -> String {
    let drops = drops(isDrop, rate)
    var number = max(0, frame)
    if drops > 0 {
      let (minute, tenth) = (rate.nominal * 60 - drops, rate.nominal * 600 - drops * 9)
      let (tens, rest) = (number / tenth, number % tenth)
      // Drop frame: numbers are left out at each minute but every tenth (SMPTE ST 12-1).
      number += tens * drops * 9 + max(0, (rest - drops) / minute) * drops
    }
    let seconds = number / rate.nominal
    return String(
      format: drops > 0 ? "%02d:%02d:%02d;%02d" : "%02d:%02d:%02d:%02d", seconds / 3600,
      seconds / 60 % 60, seconds % 60, number % rate.nominal)
  }

  /// Numbers left out at the start of nine minutes of ten.
  private static func drops(_ isDrop: Bool, _ rate: FrameRate) -> Int {
    guard isDrop, rate.denominator == 1001, rate.nominal % 30 == 0 else { return 0 }
    return rate.nominal / 15
  }
}
