package import Audience
package import struct Foundation.Date

/// A session as it comes from an import, before names become pseudonyms.
package struct NewSession: Sendable {
  package var video: String
  /// The session's own id; only its pseudonym is kept.
  var session: String
  /// Who watched, by any name; only the pseudonym is kept.
  package var viewer: String
  /// When it was recorded, where the source tells.
  package var recordedAt: Date?
  /// The name of the format it came in.
  var format: String
  /// Samples that could not be used, by reason.
  var skipped: [String: Int]
  /// What was found in it, as text of the importer's own; it names nobody.
  var report: String?

  /// The file it came from; `nil` where nobody says.
  var file: SessionFile?

  /// What its viewer is labelled with, one label a name; they are stored as they are.
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

/// The file a session came from.
package struct SessionFile: Hashable, Sendable {
  /// Its absolute path; only a keyed mark of it is kept.
  package var path: String
  /// Whether the session's id follows from the file.
  var namesSession: Bool
  /// The name, taken from its path, that alone says who watched; `nil` where anything else does.
  package var viewerName: String?
  /// Whether that name may be another person's in another folder: nobody said what names viewers.
  package var isNameUnsure = false

  package init(path: String, namesSession: Bool) {
    self.path = path
    self.namesSession = namesSession
  }
}

/// What became of something that was imported.
package enum StoreOutcome: String, Hashable, Sendable, CaseIterable {
  /// It was not there before.
  case added
  /// The same samples were there already: nothing was changed.
  case unchanged
  /// The same samples were there already, and their viewer has other labels now.
  case relabelled
  /// The same samples were there already, damaged: they were written anew.
  case healed
  /// It took the place of other content under the same id.
  case replaced
  /// It was left out: what is there under the same id has more samples.
  case kept
  /// It was left out: its viewer was erased.
  case erased
}

/// A session that was just stored.
package struct StoredSession: Hashable, Sendable {
  package var outcome: StoreOutcome
  package var samples = 0
  /// How many samples the content had that it took, or did not take, the place of.
  package var samplesBefore: Int?
  /// Whether another viewer, whom the source names as well, has the very same samples.
  package var isCopy = false
  /// Its row; `nil` where it has none.
  package var id: Int64?

  init(_ outcome: StoreOutcome) { self.outcome = outcome }
}
