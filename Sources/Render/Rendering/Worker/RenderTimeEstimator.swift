import Synchronization

/// How fast files are rendered here, and when one has taken too long.
///
/// Not by the clock of a first guess alone: a slow encoder on a small machine takes minutes for a
/// second, and is none the worse for it.
final class RenderTimeEstimator: Sendable {
  /// Seconds that a second of output took, of the slowest so far.
  private let slowest = Mutex<Double?>(nil)

  /// Nothing is given up before, in seconds.
  private static let least = 1800.0
  /// Times what the slowest so far would have taken.
  private static let patience = 20.0
  /// Seconds for one of output where nothing is known yet.
  private static let guess = 1200.0

  /// Notes what a file of `output` seconds took.
  func note(_ output: Double, took seconds: Double) {
    let pace = seconds / max(1, output)
    slowest.withLock { $0 = max($0 ?? 0, pace) }
  }

  /// Seconds that a file of `output` seconds may take.
  func deadline(of output: Double) -> Double {
    let pace = slowest.withLock { $0 }.map { $0 * Self.patience } ?? Self.guess
    return max(Self.least, pace * max(1, output))
  }
}
