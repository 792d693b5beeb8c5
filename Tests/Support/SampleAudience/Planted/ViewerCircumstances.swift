internal import Audience
internal import Glibc

/// What a viewer's evening and device are like, where a plan has more than the usual sorts.
///
/// Everything is drawn from a stream apart: a plan without any of it has the viewers it always had.
struct ViewerCircumstances {
  /// Play times between which the viewer is there, seconds.
  private(set) var joins = 0.0
  private(set) var leaves: Double
  /// Whether no sample tells the face.
  let isFaceless: Bool
  /// The drift of the device's make; `nil` for another make.
  let device: BiasDrift?
  private let quietShare: Double
  private let phase: Double
  private var laughs: [(seconds: ClosedRange<Double>, strength: Double)] = []

  /// Seconds after which a device is quiet again.
  private static let period = 5.0

  init(_ plan: AudiencePlan, _ random: inout SeededRandom) {
    leaves = plan.duration
    if random.chance(plan.lateShare) { joins = random.uniform(0.2...0.6) * plan.duration }
    if random.chance(plan.leavingShare) { leaves = random.uniform(0.2...0.6) * plan.duration }
    isFaceless = random.chance(plan.facelessShare)
    let isOfMake = random.chance(plan.deviceShare)
    // All viewers with this make of device have the same drift.
    var make = SeededRandom(seed: plan.seed, stream: 3_000_000)
    device = isOfMake ? BiasDrift(deviation: plan.deviceDrift, &make) : nil
    quietShare = plan.quietShare
    phase = random.uniform(0...Self.period)
    if plan.laughingShare > 0 { laughs = Self.laughs(plan, &random) }
  }

  private static func laughs(
    _ plan: AudiencePlan, _ random: inout SeededRandom
  ) -> [(seconds: ClosedRange<Double>, strength: Double)] {
    var found: [(seconds: ClosedRange<Double>, strength: Double)] = []
    // Laughs last 5.5 s in the mean; the mean pause follows from the share asked for.
    let pause = 5.5 * (1 / min(0.95, plan.laughingShare) - 1)
    var start = random.gamma(shape: 1, scale: pause)
    while start < plan.duration {
      let end = start + random.uniform(3...8)
      found.append((start...end, random.uniform(plan.difficulty.strength)))
      start = end + random.gamma(shape: 1, scale: pause)
    }
    return found
  }

  /// How strongly the viewer laughs alone at a play time; `nil` for not at all.
  func laughter(at time: Double) -> Double? {
    laughs.first { $0.seconds.contains(time) }?.strength
  }

  /// Whether the device gives the sample of a play time.
  func isGiven(_ time: Double, rate: Double) -> Bool {
    guard time >= joins else { return false }
    let place = (time + phase).truncatingRemainder(dividingBy: Self.period) / Self.period
    guard place < quietShare else { return true }
    // The first sample of each second.
    return (time + phase).truncatingRemainder(dividingBy: 1) < 1 / rate
  }
}

/// A bias that wanders over minutes, as a tracker's does when a head moves.
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
    // A sine of amplitude √2 has a deviation of 1.
    let size = deviation * 2.0.squareRoot()
    return PicturePoint(
      x: size * sin(6.28 * time / period.x + phase.x),
      y: size * sin(6.28 * time / period.y + phase.y))
  }
}
