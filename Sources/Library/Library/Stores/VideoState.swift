package import Foundation
import GRDB

package struct VideoState: Hashable, Sendable, StoredRow {
  /// Fingerprint of the input of the last success, as the caller computed it.
  package var fingerprint: String?
  package var failure: String?
  package var failureCount: Int
  /// Fingerprint of the input of the last failure; `nil` after a success.
  package var tried: String?
  package var pin: LockedDecisions? {
    get {
      guard let kind = pinKind.flatMap(LockedDecisions.Kind.init), let pinText else { return nil }
      return LockedDecisions(kind: kind, text: pinText, viewers: pinViewers)
    }
    set {
      (pinKind, pinText, pinViewers) = (newValue?.kind.rawValue, newValue?.text, newValue?.viewers)
    }
  }
  private var pinKind: String?
  private var pinText: String?
  private var pinViewers: Int?
  package var decisions: String?
  package var lastRun: Date?

  package init(
    fingerprint: String? = nil, failure: String? = nil, failureCount: Int = 0,
    pin: LockedDecisions? = nil, decisions: String? = nil, lastRun: Date? = nil
  ) {
    (self.fingerprint, self.failure, self.failureCount) = (fingerprint, failure, failureCount)
    (self.decisions, self.lastRun) = (decisions, lastRun)
    self.pin = pin
  }

  /// Decisions by the user that replace those of a run.
  package struct LockedDecisions: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      /// Set with `--moment`: a range that the user gave.
      case moment
      /// Set with `--decisions`: a document that the user edited.
      case decisions
    }

    package var kind: Kind
    package var text: String
    /// Number of viewers in the library when the user locked it; `nil` if an older gazecut did.
    package var viewers: Int?

    package init(kind: Kind, text: String, viewers: Int? = nil) {
      (self.kind, self.text, self.viewers) = (kind, text, viewers)
    }
  }
}

/// A video's source file as of the last run.
package struct KnownSource: Hashable, Sendable, StoredRow {
  /// The path; relative if it is inside the library folder.
  package var path: String
  package var mark: String
  /// Length in seconds.
  package var duration: Double
  /// Inode, size and times of the file when its content was read; `nil` if they are not reliable.
  package var stamp: String?

  package init(path: String, mark: String, duration: Double, stamp: String? = nil) {
    (self.path, self.mark, self.duration, self.stamp) = (path, mark, duration, stamp)
  }
}

/// Kinds of cached results that are expensive to compute.
package enum CacheKind: String, Hashable, Sendable, CaseIterable {
  case source
  /// Cuts that were detected in the source.
  case cuts
  /// Pauses that were detected in the source's sound.
  case pauses
  /// The segments that resampled audiences choose; no data of single viewers.
  case resampledChoices
  /// Notices to the user about the source and its clips.
  case notices
}
