import Synchronization

/// Estimates the deadline of a rendering from the speed of earlier ones.
///
/// A fixed timeout would not do: a slow encoder on a small machine takes minutes per second of
/// output.
final class RenderTimeEstimator: Sendable {
  /// Rendering time per second of output, in seconds, of the slowest rendering so far.
  private let slowest = Mutex<Double?>(nil)

  /// Minimum deadline in seconds.
  private static let least = 1800.0
  /// Factor between the slowest rendering so far and the deadline.
  private static let patience = 20.0
  /// Deadline per second of output before any rendering is finished, in seconds.
  private static let guess = 1200.0

  /// Records that rendering `output` seconds took `seconds`.
  func note(_ output: Double, took seconds: Double) {
    let pace = seconds / max(1, output)
    slowest.withLock { $0 = max($0 ?? 0, pace) }
  }

  /// The maximum rendering time in seconds for a file of `output` seconds.
  func deadline(of output: Double) -> Double {
    let pace = slowest.withLock { $0 }.map { $0 * Self.patience } ?? Self.guess
    return max(Self.least, pace * max(1, output))
  }
}
