package import Deciding
package import Foundation
package import Publishing
import Workspace

/// What a run is asked to do.
package struct NightOptions: Sendable {
  /// One video, or `nil` for every video that is due.
  package var video: String?
  /// Where it is a night: the videos that it looks at; none for all.
  package var only: [String] = []
  /// Where it is a night: how many of those that are due, the ones with most new evidence.
  package var limit: Int?
  /// Where it is a night: from when on nothing more begins.
  package var until: Date?
  /// `--set` values.
  package var flags: [String]
  package var source = DecisionSource.audience
  /// Whether the audience decides again for a video that a person had pinned.
  package var unpin = false
  /// Whether to print and write nothing.
  package var dryRun = false
  /// Whether to write previews in place of clips.
  package var isPreview = false
  /// Whether it begins with what lies in the places of `timelines:`.
  package var takesIn = false
  /// How a dry run prints decisions.
  package var format = DecisionFormat.table

  /// A request for the clips that the audience decides.
  package init(_ video: String? = nil, flags: [String] = []) {
    (self.video, self.flags) = (video, flags)
  }

  /// Whether a night or a plan works on a video: where it is due, or rests and is named.
  func shouldProcess(_ standing: DueVideos.Standing) -> Bool {
    standing.isDue || standing.isResting && !only.isEmpty
  }
}
