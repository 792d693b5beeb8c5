import Audience
import Importers
import Library

package struct ImportOutcome: Sendable {
  /// Lines that say it; they name no viewer.
  package var lines: [String] = []
  /// The videos that it was about, in order.
  package var videos: [String] = []
  /// How many sessions it held; none where it held boxes.
  var sessions = 0
  var samples = 0
  /// How many records, and values of records, were ignored.
  var unusable = 0
  /// Whether more than a tenth of it was ignored.
  package var losesMany = false
  /// What became of each of its sessions, or of its boxes; none where nothing was to be stored.
  var stored: [StoreResult] = []
  /// What its sessions tell, but those that were left out.
  package var sides: [UnmatchedViewers.Modalities] = []

  /// Whether its samples tell what is odd, or stand there twice.
  var isOdd = false
}

extension ImportOutcome {
  /// What is known of a file that was read, before it is stored.
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
    losesMany = losses.areMany
  }
}
