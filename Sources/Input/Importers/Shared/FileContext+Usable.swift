import Audience

extension FileContext {
  /// Refuses a file of whose samples none tells where anybody looked, what a face showed, or that
  /// eyes were closed; with the reasons, by their counts.
  func requireUsable(_ sessions: [StagedSession], of format: String) throws(ImportError) {
    var sides = SampleSides()
    do {
      for session in sessions {
        try session.samples.forEach { columns in
          if columns.hasUsable { throw Found() }
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
      reasons["gaze that was lost"] = sides.gaze.told > 0 ? sides.gaze.told : nil
      reasons["face that was lost"] = sides.face.told > 0 ? sides.face.told : nil
    }
    let words = reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    let isFar = (reasons[SkipReason.farGaze.rawValue] ?? 0) * 2 > sides.gaze.told
    throw failure(
      "no usable sample (\(words))",
      isFar
        ? OddityFinder.farGazeRemedy(areShares: sessions.contains(where: \.areShares))
        : "check the columns and units against the file; gazecut import \(format) --help")
  }

  /// Ends a search.
  private struct Found: Error {}
}

extension SampleColumns {
  /// What samples are that tell nothing.
  private static let useless = Set(
    [Gaze.lost, .notReported].flatMap { gaze in
      [Face.lost, .notReported].map { state(gaze: gaze, face: $0) }
    })

  /// Whether any sample tells something.
  fileprivate var hasUsable: Bool { states.contains { !Self.useless.contains($0) } }
}
