package import Deciding
package import Foundation
package import Publishing
import Workspace

package struct NightOptions: Sendable {
  package var video: String?
  /// Ids of videos to process; empty for all.
  ///
  /// Only used if `video` is `nil`.
  package var only: [String] = []
  /// Maximum number of pending videos to process, those with the most new data first.
  package var limit: Int?
  /// When to stop starting work on videos.
  package var until: Date?
  package var flags: [String]
  package var source = DecisionSource.audience
  /// Whether to remove a lock, so that the audience decides again.
  package var unpin = false
  package var dryRun = false
  package var isPreview = false
  /// Whether to import new files from the watched folders (`timelines:`) first.
  package var importsFirst = false
  /// How a dry run prints decisions.
  package var format = DecisionFormat.table

  package init(_ video: String? = nil, flags: [String] = []) {
    (self.video, self.flags) = (video, flags)
  }

  /// Whether a run or a plan processes a video: it is pending, or it is resting and was named.
  func shouldProcess(_ standing: DueVideos.ProcessingStatus) -> Bool {
    standing.isDue || standing.isResting && !only.isEmpty
  }
}
