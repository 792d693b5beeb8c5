import Audience

extension ImportContext {
  /// Throws if no sample of a file has gaze, a face or a blink; the error lists the reasons.
  func requireUsableSamples(_ sessions: [StagedSession], of format: String) throws(ImportError) {
    var sides = SampleUsability()
    do {
      for session in sessions {
        try session.samples.forEach { columns in
          if columns.hasUsable { throw UsableSampleFound() }
          sides.add(columns)
        }
      }
    } catch let error as ImportError {
      throw error
    } catch {
      return
    }
    var reasons: [String: Int] = [:]
    for session in sessions {
      reasons.merge(session.lost, uniquingKeysWith: +)
      reasons.merge(session.skipped, uniquingKeysWith: +)
    }
    if sessions.allSatisfy(\.lost.isEmpty) {
      reasons["lost gaze"] = sides.gaze.told > 0 ? sides.gaze.told : nil
      reasons["lost face"] = sides.face.told > 0 ? sides.face.told : nil
    }
    let words = reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    let isFar = (reasons[SkipReason.farGaze.rawValue] ?? 0) * 2 > sides.gaze.told
    throw failure(
      "the file has no usable sample (\(words))",
      isFar
        ? WarningFinder.farGazeRemedy(areShares: sessions.contains(where: \.areShares))
        : "check the columns and units against the file; gazecut import \(format) --help")
  }

  private struct UsableSampleFound: Error {}
}

extension SampleColumns {
  private static let useless = Set(
    [Gaze.lost, .notReported].flatMap { gaze in
      [Face.lost, .notReported].map { state(gaze: gaze, face: $0) }
    })

  fileprivate var hasUsable: Bool { states.contains { !Self.useless.contains($0) } }
}
