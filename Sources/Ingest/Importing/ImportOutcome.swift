import Importers
import Library

/// What became of a file.
package struct ImportOutcome: Sendable {
  /// Lines that say it; they name no viewer.
  package var lines: [String] = []
  /// The videos that it was about, in order.
  package var videos: [String] = []
  /// How many sessions it held; none where it held boxes.
  var sessions = 0
  var samples = 0
  /// How many samples could not be used.
  var unusable = 0
  /// What became of each of its sessions, or of its boxes; none where nothing was to be stored.
  var stored: [StoreOutcome] = []
  /// What its sessions tell, but those that were left out.
  package var sides: [ViewersApart.Sides] = []

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
      unusable = staged.reduce(0) { $0 + $1.skipped.values.reduce(0, +) }
    case .detections(let boxes):
      videos = [boxes.video]
      unusable = boxes.skipped.values.reduce(0, +)
    case .curve(let staged): videos = [staged.video]
    }
  }
}
