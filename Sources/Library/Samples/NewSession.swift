public import Audience
public import struct Foundation.Date

/// A session as it comes from an import, before names become pseudonyms.
public struct NewSession: Sendable {
  /// The video's id.
  public var video: String
  /// The session's own id; only its pseudonym is kept.
  public var session: String
  /// Who watched, by any name; only the pseudonym is kept.
  public var viewer: String
  /// When it was recorded, where the source tells.
  public var recordedAt: Date?
  /// The name of the format it came in.
  public var format: String
  /// What was recorded; empty where it is handed over in parts.
  public var samples: SampleColumns
  /// Samples that could not be used, by reason.
  public var skipped: [String: Int]
  /// What was found in it, as text of the importer's own; it names nobody.
  public var report: String?

  /// The file it came from; `nil` where nobody says.
  public var file: SessionFile?

  /// What its viewer is labelled with, one label a name; they are stored as they are.
  public var labels: [ViewerLabel]

  /// Makes a session.
  public init(
    video: String, session: String, viewer: String, recordedAt: Date?, format: String,
    samples: SampleColumns = SampleColumns(), skipped: [String: Int], report: String? = nil,
    file: SessionFile? = nil, labels: [ViewerLabel] = []
  ) {
    self.video = video
    self.session = session
    self.viewer = viewer
    self.recordedAt = recordedAt
    self.format = format
    self.samples = samples
    self.skipped = skipped
    self.report = report
    self.file = file
    self.labels = labels
  }
}

/// The file a session came from.
public struct SessionFile: Hashable, Sendable {
  /// Its absolute path; only a keyed mark of it is kept.
  public var path: String
  /// Its name as it may be shown; `nil` where the name may tell who watched.
  public var label: String?
  /// Whether the session's id was taken from the file's name.
  public var namesSession: Bool

  /// Makes one.
  public init(path: String, label: String?, namesSession: Bool) {
    self.path = path
    self.label = label
    self.namesSession = namesSession
  }
}

/// What became of something that was imported.
public enum StoreOutcome: String, Hashable, Sendable, CaseIterable {
  /// It was not there before.
  case added
  /// The same content was there already: nothing was changed.
  case unchanged
  /// The same content was there already, and its viewer has other labels now.
  case relabelled
  /// It took the place of other content under the same id.
  case replaced
  /// It took the place of another viewer's content under the same id.
  case replacedAnothers
}

/// A stored session as it may be shown: it names no viewer.
public struct SessionSummary: Hashable, Sendable {
  /// A short stable label, the beginning of the session's pseudonym.
  public var label: String
  /// When it was recorded, where the source told.
  public var recordedAt: Date?
  /// When it was imported.
  public var importedAt: Date
  /// The name of the format it came in.
  public var format: String
  /// How many samples are stored.
  public var samples: Int
  /// Samples that could not be used, by reason.
  public var skipped: [String: Int]
  /// What its import found in it; `nil` where an older gazecut imported it.
  public var report: String?
  /// What the file that it came from is called; `nil` where an older gazecut imported it.
  public var file: String?
  /// The classes that its faces tell; `nil` where an older gazecut imported it.
  public var told: EmotionSet?
  /// Whether the source says that it tells only its strongest classes.
  public var areStrongest: Bool
}

/// A session that was just stored.
public struct StoredSession: Hashable, Sendable {
  /// The video's id.
  public var video: String
  /// A short stable label, the beginning of the session's pseudonym.
  public var label: String
  /// What became of it.
  public var outcome: StoreOutcome
  /// How many samples the content had that it took the place of.
  public var samplesBefore: Int?
}
