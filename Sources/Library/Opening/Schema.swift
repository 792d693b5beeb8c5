import Audience
import Foundation
import GRDB

/// The tables, and how an older library becomes a newer one.
///
/// `user_version` counts the steps that were taken; a step, once published, never changes.
enum Schema {
  /// SQLite's `application_id`: "gzct".
  static let applicationID: Int32 = 0x677A_6374
  /// The version this build writes.
  static var version: Int { steps.count }

  /// Takes the steps that are missing; the caller holds a transaction.
  static func migrate(_ db: Database, from version: Int, to last: Int = steps.count) throws {
    db.add(function: withoutViewers)
    for step in steps[version..<last] { try db.execute(sql: step) }
    try db.execute(sql: "PRAGMA user_version = \(last)")
  }

  private static let steps = [
    inputs + outputs, reports, told, boxParts, ownership, layers, labels, frozen, idle, tried,
    retirement, counts, identity, intake, reached, beginnings, otherNames, curves,
  ]

  /// What platforms counted of everybody who watched, a curve each (`AudienceCurve` as JSON).
  private static let curves = """
    CREATE TABLE curve (
      video TEXT NOT NULL,
      source TEXT NOT NULL,
      importedAt REAL NOT NULL,
      contentHash TEXT NOT NULL,
      pointCount INTEGER NOT NULL,
      content TEXT NOT NULL,
      PRIMARY KEY (video, source)
    ) WITHOUT ROWID;
    \(trigger("CurveAdded", "INSERT ON curve", "NEW.video"))
    \(trigger("CurveGone", "DELETE ON curve", "OLD.video"))
    """

  /// Under which other names a recording came, of which only files' names said who watched: whoever
  /// is asked for by one of them is found, and erased, by it.
  private static let otherNames = """
    CREATE TABLE otherName (
      name TEXT NOT NULL,
      session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
      PRIMARY KEY (name, session)
    ) WITHOUT ROWID;
    CREATE INDEX otherNameSession ON otherName (session);
    """

  /// By what a recording that was cut short is found beside the whole one.
  private static let beginnings = """
    ALTER TABLE session ADD COLUMN beginning TEXT;
    CREATE INDEX sessionBeginning ON session (video, beginning) WHERE beginning IS NOT NULL;
    """

  /// How far databases among the places were read.
  private static let reached = "ALTER TABLE intake ADD COLUMN reached TEXT;"

  /// What lay in the places of `timelines:` and how it was left, by keyed marks of its name and of
  /// its content.
  private static let intake = """
    CREATE TABLE intake (
      item TEXT PRIMARY KEY,
      token TEXT NOT NULL,
      state TEXT NOT NULL,
      content TEXT,
      label TEXT NOT NULL,
      line INTEGER,
      reason TEXT,
      since REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX intakeContent ON intake (content);
    """

  /// Counts in the place of when each viewer was there, a bit a half second.
  ///
  /// Somebody who knows when a person watched could know that person by it.
  private static let counts = """
    UPDATE frozen SET head = withoutViewers(head);
    UPDATE audience SET head = withoutViewers(head);
    """

  /// The head of a folded audience without what it tells of single viewers; damage stays damage.
  private static let withoutViewers = DatabaseFunction(
    "withoutViewers", argumentCount: 1, pure: true
  ) { values in
    guard let head = Data.fromDatabaseValue(values[0]) else { return values[0] }
    return TimelineSummary.withoutViewers(head: [UInt8](head)).map { Data($0) } ?? head
  }

  /// By what a session is known again: the digest of its samples alone (`NULL` where an earlier
  /// gazecut imported it), and the keyed mark of the name by which nothing but its file says who
  /// watched.
  ///
  /// An earlier gazecut took the id of such a session from that name, and hid the file's label.
  private static let identity = """
    ALTER TABLE session ADD COLUMN samplesHash TEXT;
    ALTER TABLE session ADD COLUMN nameMark TEXT;
    UPDATE session SET nameMark = pseudonym WHERE isNamedByFile AND fileLabel LIKE 'file-%';
    CREATE INDEX sessionSamples ON session (video, coalesce(samplesHash, contentHash));
    CREATE INDEX sessionName ON session (video, nameMark) WHERE nameMark IS NOT NULL;
    """

  /// What a retired clip showed, and why it was retired: `Clip.Retirement` as JSON.
  private static let retirement = "ALTER TABLE clip ADD COLUMN retirement TEXT;"

  /// What a video that failed was to be made of: one that fails on and on rests until that changes.
  private static let tried = "ALTER TABLE videoState ADD COLUMN tried TEXT;"

  /// What lets a night with nothing new be short: the stamp of each source whose content was read,
  /// and a digest of each video's input, which goes when anything that it was made from does.
  private static let idle = """
    ALTER TABLE sourceSeen ADD COLUMN stamp TEXT;
    CREATE TABLE inputDigest (
      video TEXT NOT NULL,
      part TEXT NOT NULL,
      digest TEXT NOT NULL,
      PRIMARY KEY (video, part)
    ) WITHOUT ROWID;
    \(trigger("SessionAdded", "INSERT ON session", "NEW.video"))
    \(trigger("SessionGone", "DELETE ON session", "OLD.video"))
    \(trigger("SessionOther", "UPDATE OF video, viewer, recordedAt, contentHash ON session",
      "OLD.video", "NEW.video"))
    \(trigger("LabelAdded", "INSERT ON label", videoOf("NEW")))
    \(trigger("LabelGone", "DELETE ON label", videoOf("OLD")))
    \(trigger("LabelOther", "UPDATE ON label", videoOf("OLD"), videoOf("NEW")))
    \(trigger("BoxesAdded", "INSERT ON detections", "NEW.video"))
    \(trigger("BoxesGone", "DELETE ON detections", "OLD.video"))
    \(trigger("BoxesOther", "UPDATE ON detections", "OLD.video", "NEW.video"))
    \(trigger("FrozenAdded", "INSERT ON frozen", "NEW.video"))
    \(trigger("FrozenGone", "DELETE ON frozen", "OLD.video"))
    \(trigger("FrozenOther", "UPDATE ON frozen", "OLD.video", "NEW.video"))
    """

  private static func trigger(_ name: String, _ event: String, _ videos: String...) -> String {
    """
    CREATE TRIGGER inputDigest\(name) AFTER \(event) BEGIN
      DELETE FROM inputDigest WHERE video IN (\(videos.joined(separator: ", ")));
    END;
    """
  }

  private static func videoOf(_ row: String) -> String {
    "(SELECT video FROM session WHERE id = \(row).session)"
  }

  /// What was folded from a video's sessions: its head, and for each minute figures and rows; and
  /// the rows of each viewer, beside the oldest session, which go with any session of that viewer.
  ///
  /// Timelines of one value, as earlier gazecuts kept them, are folded anew; that there was one is
  /// noted, so that it can be said.
  private static let layers = """
    CREATE TABLE audience (
      video TEXT PRIMARY KEY,
      key TEXT NOT NULL,
      head BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE audienceBlock (
      video TEXT NOT NULL REFERENCES audience (video) ON DELETE CASCADE,
      block INTEGER NOT NULL,
      figures BLOB NOT NULL,
      rows BLOB NOT NULL,
      PRIMARY KEY (video, block)
    );
    CREATE TABLE viewerRows (
      session INTEGER PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
      video TEXT NOT NULL,
      viewer TEXT NOT NULL,
      key TEXT NOT NULL,
      rows BLOB NOT NULL
    );
    CREATE INDEX viewerRowsViewer ON viewerRows (video, viewer);
    CREATE TRIGGER viewerRowsOfLess AFTER DELETE ON session BEGIN
      DELETE FROM viewerRows WHERE video = OLD.video AND viewer = OLD.viewer;
    END;
    INSERT INTO audience (video, key, head)
      SELECT video, '', x'' FROM cache WHERE kind = 'audienceTimeline';
    DELETE FROM cache WHERE kind = 'audienceTimeline';
    """

  /// Of a video and a part of its audience: what was folded of samples that were erased since, with
  /// the input's digest before and after the last erasure; and which recordings went into it, by
  /// marks that lead to no session and no viewer.
  ///
  /// The index holds all that a digest of the input asks of sessions.
  private static let frozen = """
    CREATE TABLE frozen (
      video TEXT NOT NULL,
      part TEXT NOT NULL,
      viewers INTEGER NOT NULL,
      content TEXT NOT NULL,
      digestBefore TEXT NOT NULL,
      digestAfter TEXT NOT NULL,
      head BLOB NOT NULL,
      PRIMARY KEY (video, part)
    );
    CREATE TABLE frozenBlock (
      video TEXT NOT NULL,
      part TEXT NOT NULL,
      block INTEGER NOT NULL,
      figures BLOB NOT NULL,
      rows BLOB NOT NULL,
      PRIMARY KEY (video, part, block),
      FOREIGN KEY (video, part) REFERENCES frozen (video, part) ON DELETE CASCADE
    );
    CREATE TABLE frozenMark (
      video TEXT NOT NULL,
      mark TEXT NOT NULL,
      PRIMARY KEY (video, mark)
    ) WITHOUT ROWID;
    CREATE INDEX sessionInput ON session (video, viewer, recordedAt, contentHash);
    """

  /// What the viewer of each session is labelled with, as age=child.
  private static let labels = """
    CREATE TABLE label (
      session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (session, name)
    ) WITHOUT ROWID;
    """

  /// What a person owns: the content of each clip as it was published, the file that each session
  /// came from (keyed, as people's names are), who was erased (keyed apart from pseudonyms, so that
  /// nothing leads from here to what was erased), and the source that the last night saw.
  private static let ownership = """
    ALTER TABLE clip ADD COLUMN digest TEXT;
    ALTER TABLE session ADD COLUMN fileMark TEXT;
    ALTER TABLE session ADD COLUMN fileLabel TEXT;
    ALTER TABLE session ADD COLUMN isNamedByFile INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX sessionFile ON session (fileMark);
    ALTER TABLE videoState ADD COLUMN pinViewers INTEGER;
    CREATE TABLE forgotten (viewer TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE sourceSeen (
      video TEXT PRIMARY KEY,
      path TEXT NOT NULL,
      mark TEXT NOT NULL,
      duration REAL NOT NULL
    ) WITHOUT ROWID;
    """

  /// Which classes a session tells (`SampleColumns.told`, all samples together); none known where
  /// an older gazecut imported it, which stored no difference between told and shared out.
  private static let told = "ALTER TABLE session ADD COLUMN told INTEGER;"

  /// What an import found in each session, and the rest of sessions too long for one value:
  /// `samples` has the first part, `samplePart` the others from 1.
  private static let reports = """
    ALTER TABLE session ADD COLUMN report TEXT;
    CREATE TABLE samplePart (
      session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
      part INTEGER NOT NULL,
      columns BLOB NOT NULL,
      PRIMARY KEY (session, part)
    );
    """

  /// The rest of detections too many for one value.
  ///
  /// `detections` has the first part, `boxPart` the others from 1. What an older gazecut stored is
  /// a first part of any length.
  private static let boxParts = """
    CREATE TABLE boxPart (
      video TEXT NOT NULL,
      source TEXT NOT NULL,
      part INTEGER NOT NULL,
      boxes BLOB NOT NULL,
      PRIMARY KEY (video, source, part),
      FOREIGN KEY (video, source) REFERENCES detections (video, source) ON DELETE CASCADE
    );
    """

  /// What was imported.
  ///
  /// Samples lie apart from their sessions, so that lists stay fast.
  private static let inputs = """
    CREATE TABLE library (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE session (
      id INTEGER PRIMARY KEY,
      video TEXT NOT NULL,
      pseudonym TEXT NOT NULL,
      viewer TEXT NOT NULL,
      recordedAt REAL,
      importedAt REAL NOT NULL,
      format TEXT NOT NULL,
      contentHash TEXT NOT NULL,
      sampleCount INTEGER NOT NULL,
      skipped TEXT NOT NULL,
      UNIQUE (video, pseudonym)
    );
    CREATE INDEX sessionViewer ON session (viewer);
    CREATE TABLE samples (
      session INTEGER PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
      columns BLOB NOT NULL
    );
    CREATE TABLE detections (
      video TEXT NOT NULL,
      source TEXT NOT NULL,
      importedAt REAL NOT NULL,
      contentHash TEXT NOT NULL,
      boxCount INTEGER NOT NULL,
      boxes BLOB NOT NULL,
      PRIMARY KEY (video, source)
    );

    """

  /// What was made of it.
  private static let outputs = """
    CREATE TABLE videoState (
      video TEXT PRIMARY KEY,
      fingerprint TEXT,
      failure TEXT,
      failureCount INTEGER NOT NULL,
      pinKind TEXT,
      pinText TEXT,
      decisions TEXT,
      lastRun REAL
    );
    CREATE TABLE clip (
      video TEXT NOT NULL,
      id TEXT NOT NULL,
      state TEXT NOT NULL,
      fileName TEXT NOT NULL,
      bytes INTEGER NOT NULL,
      modifiedNanoseconds INTEGER NOT NULL,
      sideFiles TEXT NOT NULL,
      createdAt REAL NOT NULL,
      retiredAt REAL,
      PRIMARY KEY (video, id)
    );
    CREATE TABLE night (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      started REAL NOT NULL,
      finished REAL,
      counts TEXT NOT NULL,
      exitCode INTEGER,
      note TEXT
    );
    CREATE TABLE cache (
      video TEXT NOT NULL,
      kind TEXT NOT NULL,
      key TEXT NOT NULL,
      value BLOB NOT NULL,
      PRIMARY KEY (video, kind)
    );
    """
}
