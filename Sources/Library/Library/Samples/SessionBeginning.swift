import Audience
import Files

/// A digest of the first seconds in which a session tells something: a recording that was cut short
/// is found by it beside the whole one.
struct SessionBeginning: ~Copyable {
  /// As long as the shortest core of a moment, since what is shorter decides nothing.
  private static let milliseconds: Int32 = 5000

  private var digest = SHA256()
  private var from: Int32?
  private var isWhole = false

  /// Adds samples in the order in which they are stored.
  mutating func add(_ part: SampleColumns) {
    guard !isWhole else { return }
    let scores = Emotion.allCases.count
    for (index, sample) in part.enumerated() {
      let time = part.milliseconds[index]
      let face = part.scores[(index * scores)..<((index + 1) * scores)]
      if from == nil {
        let isPlaced = if case .at = sample.gaze { true } else { false }
        guard isPlaced || face.contains(where: { $0 > 0 }) else { continue }
        from = time
      }
      guard let from, time < from &+ Self.milliseconds else {
        isWhole = true
        return
      }
      digest.update(
        "\(time) \(part.x[index]) \(part.y[index]) \(part.states[index]) \(part.told[index]) ")
      digest.update(Array(face))
    }
  }

  /// The digest; `nil` for a session that ends sooner.
  consuming func hex() -> String? { isWhole ? digest.finalize().hex : nil }
}
