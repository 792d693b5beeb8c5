import Audience
import Support

/// Hash of the first 5 s with data of a session, by which a recording and a shortened copy of it
/// are matched.
struct SessionPrefixHash: ~Copyable {
  /// Length in milliseconds, that of the shortest core: shorter recordings cannot affect selection.
  private static let milliseconds: Int32 = 5000

  private var digest = SHA256()
  private var from: Int32?
  private var isWhole = false

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

  /// The hash; `nil` if the session ends before 5 s of data.
  consuming func hex() -> String? { isWhole ? digest.finalize().hex : nil }
}
