internal import CFFmpeg

/// A ratio of whole numbers: a frame rate, a sample aspect ratio, a time base.
package struct Rational: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Above the line.
  package var numerator: Int
  /// Below the line; positive.
  package var denominator: Int

  /// Makes a ratio as it is written, without reducing it.
  package init(_ numerator: Int, _ denominator: Int) {
    self.numerator = numerator
    self.denominator = denominator
  }

  init(_ value: AVRational) {
    self.init(Int(value.num), Int(value.den))
  }

  /// As a number.
  package var value: Double { Double(numerator) / Double(denominator) }
  /// `24/1`.
  package var description: String { "\(numerator)/\(denominator)" }
  /// One over this.
  package var inverse: Rational { Rational(denominator, numerator) }

  /// `count` times this, divided exactly by `divisor`, rounded to the nearest whole number.
  ///
  /// All sound positions come from frame counts by this, so nothing drifts:
  /// `rate.inverse.scaled(frames, by: 48_000)` is the sample at which frame `frames` begins.
  package func scaled(_ count: Int, by factor: Int) -> Int {
    let product = count * factor * numerator
    return (2 * product + denominator) / (2 * denominator)
  }

  /// As libav has it; where the numbers do not fit, the nearest that do.
  var av: AVRational {
    guard let above = Int32(exactly: numerator), let below = Int32(exactly: denominator) else {
      return av_d2q(value, Int32.max)
    }
    return AVRational(num: above, den: below)
  }

  /// Whether libav set it to something usable.
  static func usable(_ value: AVRational) -> Bool { value.num > 0 && value.den > 0 }
}
