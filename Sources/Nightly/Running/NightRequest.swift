package import CutLists
package import Deciding
import EditDecisions
import Failures
package import Foundation
import Workspace

/// What a run is asked to do.
package struct NightRequest: Sendable {
  /// One video, or `nil` for every video that is due.
  package var videos: [String]?
  /// Where it is a night: the videos that it looks at; none for all.
  package var only: [String]
  /// Where it is a night: how many of those that are due, the ones with most new evidence.
  package var limit: Int?
  /// Where it is a night: from when on nothing more begins.
  package var until: Date?
  /// `--set` values.
  package var flags: [String]
  /// Where the decisions come from.
  package var source: DecisionSource
  /// Whether the audience decides again for a video that a person had pinned.
  package var unpin: Bool
  /// Whether to print and write nothing.
  package var dryRun: Bool
  /// Whether to write proofs in place of clips.
  package var isProof: Bool
  /// Whether it begins with what lies in the places of `timelines:`.
  package var takesIn: Bool
  /// Whether decisions are printed as JSON; else as a table.
  package var isJSON: Bool
  /// The form of an editor's program in which decisions are printed; `nil` for ours.
  package var export: ExportFormat?

  /// Makes a request.
  package init(
    videos: [String]?, only: [String] = [], limit: Int? = nil, until: Date? = nil,
    flags: [String], source: DecisionSource, unpin: Bool,
    dryRun: Bool,
    isProof: Bool = false, takesIn: Bool = false, isJSON: Bool, export: ExportFormat? = nil
  ) {
    self.videos = videos
    self.only = only
    self.limit = limit
    self.until = until
    self.flags = flags
    self.source = source
    self.unpin = unpin
    self.dryRun = dryRun
    self.isProof = isProof
    self.takesIn = takesIn
    self.isJSON = isJSON
    self.export = export
  }

  /// Whether a night or a plan works on a video: where it is due, or rests and is named.
  func looksAt(_ standing: DueCheck.Standing) -> Bool {
    standing.isDue || standing.isResting && !only.isEmpty
  }
}
