import CFFmpeg

/// A fraction, for example a frame rate, sample aspect ratio or time base.
package struct Rational: Hashable, Sendable, Codable, CustomStringConvertible {
  package var numerator: Int
  package var denominator: Int

  /// Creates a fraction without reducing it.
  package init(_ numerator: Int, _ denominator: Int) {
    self.numerator = numerator
    self.denominator = denominator
  }

  init(_ value: AVRational) {
    self.init(Int(value.num), Int(value.den))
  }

  package var value: Double { Double(numerator) / Double(denominator) }
  package var description: String { "\(numerator)/\(denominator)" }
  package var inverse: Rational { Rational(denominator, numerator) }

  /// `count` × `factor` × this fraction, rounded to the nearest integer.
  ///
  /// Use this to convert frame counts to audio positions, so that no rounding errors add up:
  /// `rate.inverse.scaled(frames, by: 48_000)` is the sample at which frame `frames` begins.
  package func scaled(_ count: Int, by factor: Int) -> Int {
    let product = count * factor * numerator
    return (2 * product + denominator) / (2 * denominator)
  }

  /// The fraction as `AVRational`, or the nearest if its numbers do not fit in 32 bits.
  var av: AVRational {
    guard let above = Int32(exactly: numerator), let below = Int32(exactly: denominator) else {
      return av_d2q(value, Int32.max)
    }
    return AVRational(num: above, den: below)
  }

  /// Whether numerator and denominator are positive; in libav, 0/1 means an unknown value.
  static func usable(_ value: AVRational) -> Bool { value.num > 0 && value.den > 0 }
}
