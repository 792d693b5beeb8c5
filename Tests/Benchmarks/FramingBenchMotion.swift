import Foundation
import Framing
import TestMaterial

/// How the camera moved over many framings, beside its limits.
struct MotionSummary {
  let motions: [CameraMotion]

  /// The planner of rests and single eased pans, measured once on the six clips (3 halves each).
  private static let older =
    "(rests and pans, before: 69.1 kept, per 10 s 2.88 moves, 1.02 restarts, 1.04 under 8 %)"

  init(_ motions: [CameraMotion]) { self.motions = motions }

  /// The limits, and what breaks each of them.
  private static let limits: [(name: String, isBroken: @Sendable (CameraMotion) -> Bool)] = [
    ("speed", { $0.maximumSpeed > 0.4 }), ("turns", { $0.reversalRate > 0.15 }),
    ("rest", { $0.atRest + $0.steady < 0.4 }), ("lurches", { $0.lurches > 0 }),
    ("cuts", { Double($0.cuts) > $0.seconds / 2 }),
  ]

  /// How many framings break a limit of motion.
  var breaches: Int {
    motions.count { motion in Self.limits.contains { $0.isBroken(motion) } }
  }

  /// A count of the motion a 10 s of all framings together.
  func perTenSeconds(_ value: (CameraMotion) -> Int) -> Double {
    let seconds = motions.reduce(0) { $0 + $1.seconds }
    return seconds > 0 ? 10 * Double(motions.reduce(0) { $0 + value($1) }) / seconds : 0
  }

  func report() {
    func mean(_ value: (CameraMotion) -> Double) -> Double {
      motions.reduce(0) { $0 + value($1) } / Double(max(1, motions.count))
    }
    let fastest = motions.map(\.maximumSpeed).max() ?? 0
    let worstTurns = motions.map(\.reversalRate).max() ?? 0
    let leastRest = motions.map(\.atRest).min() ?? 0
    let minutes = mean(\.seconds) / 60
    print(
      String(
        format: "motion: speed p95 %.2f, max %.3f w/s (limit 0.4); turns back %.3f/s, worst %.3f"
          + " (limit 0.15);", mean(\.speed95), fastest, mean(\.reversalRate), worstTurns))
    print(
      String(
        format: "        at rest %.0f %%, least %.0f %% (limit 40); lurches %d (limit 0);"
          + " deliberate cuts %.1f/min (limit 30)",
        mean(\.atRest) * 100, leastRest * 100, motions.reduce(0) { $0 + $1.lurches },
        minutes > 0 ? mean { Double($0.cuts) } / minutes : 0))
    print(
      String(
        format: "        per 10 s: %.2f moves (limit 1.8), %.2f restarts after < 2 s (.1), %.2f"
          + " turns after < 1 s (0), %.2f moves under 8 %% (.2)",
        perTenSeconds(\.moves), perTenSeconds(\.restarts), perTenSeconds(\.hastyTurns),
        perTenSeconds(\.shortMoves)))
    for motion in motions {
      let broken = Self.limits.filter { $0.isBroken(motion) }.map(\.name)
      guard !broken.isEmpty else { continue }
      print(
        String(
          format: "        breaks %@: %.3f w/s, %.3f turns/s, rest %.3f and %.3f steady, %d cuts",
          broken.joined(separator: " and "), motion.maximumSpeed, motion.reversalRate,
          motion.atRest, motion.steady, motion.cuts) + String(format: " in %.1f s", motion.seconds))
    }
    print("        " + Self.older)
  }
}
