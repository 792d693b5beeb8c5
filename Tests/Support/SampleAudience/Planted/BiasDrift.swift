import Audience
import Glibc

/// A gaze bias that drifts over minutes, as when a head moves.
struct BiasDrift {
  private let deviation: Double
  private let period: (x: Double, y: Double)
  private let phase: (x: Double, y: Double)

  init(deviation: Double, _ random: inout SeededRandom) {
    self.deviation = deviation
    period = (random.uniform(120...300), random.uniform(120...300))
    phase = (random.uniform(0...6.28), random.uniform(0...6.28))
  }

  func offset(at time: Double) -> PicturePoint {
    guard deviation > 0 else { return PicturePoint(x: 0, y: 0) }
    // A sine with amplitude √2 has a standard deviation of 1.
    let size = deviation * 2.0.squareRoot()
    return PicturePoint(
      x: size * sin(6.28 * time / period.x + phase.x),
      y: size * sin(6.28 * time / period.y + phase.y))
  }
}
