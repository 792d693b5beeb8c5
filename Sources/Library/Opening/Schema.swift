import Audience
import Foundation
import GRDB

/// The tables, and how the library of an earlier release becomes one of this.
enum Schema {
  /// SQLite's `application_id`: "gzct".
  static let applicationID: Int32 = 0x677A_6374
  /// The version this build writes (`user_version`).
  static var version: Int { steps.last?.version ?? 0 }
  /// Versions that are brought up to this one; others were in no release.
  static var known: [Int] { steps.map(\.version) }

  /// Takes the steps that are missing; the caller holds a transaction.
  static func migrate(_ db: Database, from earlier: Int, to last: Int = version) throws {
    db.add(function: withoutViewers)
    for step in steps where step.version > earlier && step.version <= last {
      try db.execute(sql: step.sql)
    }
    try db.execute(sql: "PRAGMA user_version = \(last)")
  }

  /// What makes a library of each version of that before, or of nothing.
  private static let steps: [(version: Int, sql: String)] = [
    (10, inputs + folded + outputs + triggers), (17, sinceFirst),
    (18, postings), (19, curves), (20, curveFiles),
  ]

  /// Which clips were posted where, as a person said; it outlasts the clip.
  ///
  /// With row ids: without, SQLite 3.40 calls a table damaged whose key is not its first columns.
  private static let postings = """
    CREATE TABLE posting (
      video TEXT NOT NULL,
      clip TEXT NOT NULL,
      start REAL NOT NULL,
      finish REAL NOT NULL,
      at REAL NOT NULL,
      place TEXT NOT NULL,
      PRIMARY KEY (clip, place)
    );
    CREATE INDEX postingVideo ON posting (video);
    """

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

  /// Which file brought a curve, as with a session.
  private static let curveFiles = """
    ALTER TABLE curve ADD COLUMN fileMark TEXT;
    ALTER TABLE curve ADD COLUMN fileLabel TEXT;
    CREATE INDEX curveFile ON curve (fileMark);
    """

  /// What 0.1.0 had not.
  ///
  /// What a retired clip showed, and why it was retired (`Clip.Retirement` as JSON). Counts in the
  /// place of when each viewer was there, a bit a half second: somebody who knows when a person
  /// watched could know that person by it. By what a session is known again: the digest of its
  /// samples alone (`NULL` where 0.1.0 imported it), by what one that was cut short is found beside
  /// the whole, the keyed mark of the name by which nothing but its file says who watched (0.1.0
  /// took the id of such a session from that name, and hid the file's label), and the marks of
  /// other names under which it came. What lay in the places of `timelines:`, how it was left and
  /// how far databases were read, by keyed marks of its name and of its content.
  private static let sinceFirst = """
    ALTER TABLE clip ADD COLUMN retirement TEXT;
    UPDATE frozen SET head = withoutViewers(head);
    UPDATE audience SET head = withoutViewers(head);
    ALTER TABLE session ADD COLUMN samplesHash TEXT;
    ALTER TABLE session ADD COLUMN nameMark TEXT;
    ALTER TABLE session ADD COLUMN beginning TEXT;
    UPDATE session SET nameMark = pseudonym WHERE isNamedByFile AND fileLabel LIKE 'file-%';
    CREATE INDEX sessionSamples ON session (video, coalesce(samplesHash, contentHash));
    CREATE INDEX sessionName ON session (video, nameMark) WHERE nameMark IS NOT NULL;
    CREATE INDEX sessionBeginning ON session (video, beginning) WHERE beginning IS NOT NULL;
    CREATE TABLE otherName (
      name TEXT NOT NULL,
      session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
      PRIMARY KEY (name, session)
    ) WITHOUT ROWID;
    CREATE INDEX otherNameSession ON otherName (session);
    CREATE TABLE intake (
      item TEXT PRIMARY KEY,
      token TEXT NOT NULL,
      state TEXT NOT NULL,
      content TEXT,
      label TEXT NOT NULL,
      line INTEGER,
      reason TEXT,
      since REAL NOT NULL,
      reached TEXT
    ) WITHOUT ROWID;
    CREATE INDEX intakeContent ON intake (content);
    """

  /// The head of a folded audience without what it tells of single viewers; damage stays damage.
  private static let withoutViewers = DatabaseFunction(
    "withoutViewers", argumentCount: 1, pure: true
  ) { values in
    guard let head = Data.fromDatabaseValue(values[0]) else { return values[0] }
    return TimelineSummary.withoutViewers(head: [UInt8](head)).map { Data($0) } ?? head
  }

  /// What was imported.
  ///
  /// Samples lie apart from their sessions, so that lists stay fast, and detections and samples too
  /// long for one value in parts: the first where they always were, the others from 1. `told` are
  /// the classes that a session tells (`SampleColumns.told`), `report` what its import found. Of
  /// files, viewers and erased people keyed marks are kept; nothing leads from `forgotten` to a
  /// pseudonym. `sessionInput` holds all that a digest of the input asks of sessions.
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
      report TEXT,
      told INTEGER,
      fileMark TEXT,
      fileLabel TEXT,
      isNamedByFile INTEGER NOT NULL DEFAULT 0,
      UNIQUE (video, pseudonym)
    );
    CREATE INDEX sessionViewer ON session (viewer);
    CREATE INDEX sessionFile ON session (fileMark);
    CREATE INDEX sessionInput ON session (video, viewer, recordedAt, contentHash);
    CREATE TABLE samples (
      session INTEGER PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
      columns BLOB NOT NULL
    );
    CREATE TABLE samplePart (
      session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
      part INTEGER NOT NULL,
      columns BLOB NOT NULL,
      PRIMARY KEY (session, part)
    );
    CREATE TABLE label (
      session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (session, name)
    ) WITHOUT ROWID;
    CREATE TABLE detections (
      video TEXT NOT NULL,
      source TEXT NOT NULL,
      importedAt REAL NOT NULL,
      contentHash TEXT NOT NULL,
      boxCount INTEGER NOT NULL,
      boxes BLOB NOT NULL,
      PRIMARY KEY (video, source)
    );
    CREATE TABLE boxPart (
      video TEXT NOT NULL,
      source TEXT NOT NULL,
      part INTEGER NOT NULL,
      boxes BLOB NOT NULL,
      PRIMARY KEY (video, source, part),
      FOREIGN KEY (video, source) REFERENCES detections (video, source) ON DELETE CASCADE
    );
    CREATE TABLE forgotten (viewer TEXT PRIMARY KEY) WITHOUT ROWID;

    """

  /// What was folded of it: of a video's sessions its head, and for each minute figures and rows;
  /// the rows of each viewer, beside the oldest session, which go with any session of that viewer.
  ///
  /// Of samples that were erased by age, of a video and a part of its audience, with the input's
  /// digest before and after the last erasure; and which recordings went into it, by marks that
  /// lead to no session and no viewer.
  private static let folded = """
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

    """

  /// What was made of it, and of what: `tried` is what a video that failed was to be made of,
  /// `stamp` a source's whose content was read, `digest` a clip's as it was published.
  private static let outputs = """
    CREATE TABLE videoState (
      video TEXT PRIMARY KEY,
      fingerprint TEXT,
      failure TEXT,
      failureCount INTEGER NOT NULL,
      pinKind TEXT,
      pinText TEXT,
      decisions TEXT,
      lastRun REAL,
      pinViewers INTEGER,
      tried TEXT
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
      digest TEXT,
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
    CREATE TABLE sourceSeen (
      video TEXT PRIMARY KEY,
      path TEXT NOT NULL,
      mark TEXT NOT NULL,
      duration REAL NOT NULL,
      stamp TEXT
    ) WITHOUT ROWID;

    """

  /// A digest of each video's input, which goes when anything that it was made from does: a night
  /// with nothing new is short by it.
  private static let triggers = """
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
}
