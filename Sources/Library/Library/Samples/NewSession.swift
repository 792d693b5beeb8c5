package import Audience
package import struct Foundation.Date

/// A session to be stored, before names are replaced by pseudonyms.
package struct NewSession: Sendable {
  package var video: String
  /// The session's own ID; only its pseudonym is stored.
  var session: String
  /// The viewer's name; only its pseudonym is stored.
  package var viewer: String
  /// When it was recorded; `nil` if the source does not report it.
  package var recordedAt: Date?
  var format: String
  /// Number of samples that could not be used, by reason.
  var skipped: [String: Int]
  /// Findings of the import, as JSON; it does not identify the viewer.
  var report: String?
  /// The imported file; `nil` if unknown.
  var file: SessionFile?
  /// Labels of the viewer, at most one per name; stored as they are.
  var labels: [ViewerLabel]

  package init(
    video: String, session: String, viewer: String, recordedAt: Date?, format: String,
    skipped: [String: Int], report: String? = nil, file: SessionFile? = nil,
    labels: [ViewerLabel] = []
  ) {
    self.video = video
    self.session = session
    self.viewer = viewer
    self.recordedAt = recordedAt
    self.format = format
    self.skipped = skipped
    self.report = report
    self.file = file
    self.labels = labels
  }
}

package struct SessionFile: Hashable, Sendable {
  /// The absolute path; only its keyed hash (HMAC) is stored.
  package var path: String
  /// Whether the session's ID was derived from the file.
  var namesSession: Bool
  /// The viewer's name, if only the file's path identifies the viewer; otherwise `nil`.
  package var viewerName: String?
  /// Whether the same name could belong to another person in another folder.
  package var isNameUnsure = false

  package init(path: String, namesSession: Bool) {
    (self.path, self.namesSession) = (path, namesSession)
  }
}

package enum StoreResult: String, Hashable, Sendable, CaseIterable {
  case added
  /// The same samples were stored already; nothing changed.
  case unchanged
  /// The same samples were stored already; the viewer's labels changed.
  case relabelled
  /// The same samples were stored already but damaged, and were written again.
  case healed
  case replaced
  /// It was rejected because the stored content with the same ID has more samples.
  case kept
  /// It was left out because its viewer is erased.
  case erased
}

package struct SessionStoreResult: Hashable, Sendable {
  package var outcome: StoreResult
  package var samples = 0
  /// Number of samples that were stored before under the same ID.
  package var samplesBefore: Int?
  /// Whether another named viewer has the same samples.
  package var isCopy = false
  /// Row ID of the session; `nil` if it has no row.
  package var id: Int64?
}
