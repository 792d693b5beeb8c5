import Audience
import Importers
import Library

package struct ImportOutcome: Sendable {
  /// Lines for the user; they contain no viewer names.
  package var lines: [String] = []
  /// The videos of the file, in order.
  package var videos: [String] = []
  /// Number of sessions; 0 for boxes.
  var sessions = 0
  var samples = 0
  /// Number of skipped records and values.
  var unusable = 0
  /// Whether more than 10 % of the records were skipped.
  package var ignoresManyRecords = false
  /// The result of storing each session, or the boxes; empty if nothing was to be stored.
  var stored: [StoreResult] = []
  /// The kinds of data of its sessions, without those that were left out.
  package var sides: [UnmatchedViewers.Modalities] = []

  /// Whether there are warnings about its samples, or the samples are there twice.
  var hasWarnings = false
}

extension ImportOutcome {
  /// How an intake counts it.
  var kind: IntakeSummary.Outcome {
    if stored.contains(.replaced) { return .replaced }
    // Sessions that are already there, or left out permanently, add nothing.
    let isKnown = stored.allSatisfy { [.unchanged, .kept, .erased].contains($0) }
    return isKnown && !stored.isEmpty ? .same : .taken
  }

  init(of staged: StagedResult) {
    switch staged {
    case .sessions(let staged):
      videos = Set(staged.map(\.video)).sorted()
      sessions = staged.count
      samples = staged.reduce(0) { $0 + $1.samples.count }
      var skipped: [String: Int] = [:]
      for session in staged { skipped.merge(session.skipped, uniquingKeysWith: +) }
      note(skipped, taken: samples)
    case .detections(let boxes):
      videos = [boxes.video]
      note(boxes.skipped, taken: boxes.boxes.count)
    case .curve(let staged):
      videos = [staged.video]
      note(staged.skipped, taken: staged.curve.people ?? staged.curve.points.count)
    }
  }

  private mutating func note(_ skipped: [String: Int], taken: Int) {
    let losses = SkippedSummary(skipped, taken: taken)
    unusable = losses.count
    ignoresManyRecords = losses.exceedTenPercent
  }
}
