-- The tables of a library. A library that was published is changed by a further migration
-- (Schema.swift), never by a change here.

-- Imported data.
--
-- Samples are stored apart from their sessions, so that lists stay fast. Samples and detections that
-- are too long for one value are stored in parts: the first in `samples` and `detections`, the others,
-- numbered from 1, in `samplePart` and `boxPart`. For files, viewers and erased people the library
-- stores keyed hashes (HMAC) only. Nothing leads from `forgotten` to a pseudonym.
--
-- Columns of `session`: `told` has the emotion classes that it reports (`SampleColumns.told`).
-- `report` has what its import found. `contentHash` is of the samples and `recordedAt`, `samplesHash`
-- of the samples alone, and `checksum` is a faster digest of them (`StreamingHash`). `beginning`
-- finds a recording that was cut short next to the whole one. `nameMark` is the keyed hash of the
-- file name, if only that name says who watched. `sessionInput` has every column that the digest of a
-- video's input reads.
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
  samplesHash TEXT NOT NULL,
  checksum INTEGER NOT NULL,
  beginning TEXT,
  sampleCount INTEGER NOT NULL,
  skipped TEXT NOT NULL,
  report TEXT,
  told INTEGER NOT NULL,
  fileMark TEXT,
  isNamedByFile INTEGER NOT NULL DEFAULT 0,
  nameMark TEXT,
  UNIQUE (video, pseudonym)
);
CREATE INDEX sessionViewer ON session (viewer);
CREATE INDEX sessionFile ON session (fileMark);
CREATE INDEX sessionSamples ON session (video, samplesHash);
CREATE INDEX sessionName ON session (video, nameMark) WHERE nameMark IS NOT NULL;
CREATE INDEX sessionBeginning ON session (video, beginning) WHERE beginning IS NOT NULL;
CREATE INDEX sessionInput ON session (video, viewer, recordedAt, contentHash);
-- Keyed hashes of other names under which the samples of a session were imported.
CREATE TABLE otherName (
  name TEXT NOT NULL,
  session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  PRIMARY KEY (name, session)
) WITHOUT ROWID;
CREATE INDEX otherNameSession ON otherName (session);
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
-- Engagement curves of platforms (`EngagementCurve` as JSON).
CREATE TABLE curve (
  video TEXT NOT NULL,
  source TEXT NOT NULL,
  importedAt REAL NOT NULL,
  contentHash TEXT NOT NULL,
  pointCount INTEGER NOT NULL,
  content TEXT NOT NULL,
  fileMark TEXT,
  PRIMARY KEY (video, source)
) WITHOUT ROWID;
CREATE INDEX curveFile ON curve (fileMark);
CREATE TABLE forgotten (viewer TEXT PRIMARY KEY) WITHOUT ROWID;

-- What the import found in the watched folders and databases of `timelines:`, and how far it read the
-- databases, by keyed hashes of names and of content.
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

-- Aggregated audiences.
--
-- `audience` has one head per video, `audienceBlock` the figures and rows of one minute. `viewerRows`
-- has the rows of one viewer under the oldest session; they are deleted with any session of that
-- viewer. `frozen` and `frozenBlock` have the aggregate of samples that were erased by age, per video
-- and part of the audience, with the digest of the input before and after the last erasure.
-- `frozenMark` has the keyed hashes of those recordings. They lead to no session and no viewer.
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

-- Decisions and clips.
--
-- `videoState.tried` is the fingerprint of the last failed attempt. `clip.digest` is the hash of the
-- published file, and `clip.retirement` is what an archived clip showed and why it was archived
-- (`Clip.Retirement` as JSON). `sourceSeen.stamp` is of a source whose content was read.
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
  retirement TEXT,
  PRIMARY KEY (video, id)
);
-- The clips that were posted, as a person said. A posting outlasts its clip.
--
-- The table has row IDs: without them, SQLite 3.40 calls a table damaged whose key is not its first
-- columns.
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

-- A digest of each video's input. Triggers delete it when the input changes, so that a run with
-- nothing new is short.
CREATE TABLE inputDigest (
  video TEXT NOT NULL,
  part TEXT NOT NULL,
  digest TEXT NOT NULL,
  PRIMARY KEY (video, part)
) WITHOUT ROWID;
CREATE TRIGGER inputDigestSessionAdded AFTER INSERT ON session BEGIN
  DELETE FROM inputDigest WHERE video IN (NEW.video);
END;
CREATE TRIGGER inputDigestSessionGone AFTER DELETE ON session BEGIN
  DELETE FROM inputDigest WHERE video IN (OLD.video);
END;
CREATE TRIGGER inputDigestSessionOther AFTER UPDATE OF video, viewer, recordedAt, contentHash ON session BEGIN
  DELETE FROM inputDigest WHERE video IN (OLD.video, NEW.video);
END;
CREATE TRIGGER inputDigestLabelAdded AFTER INSERT ON label BEGIN
  DELETE FROM inputDigest WHERE video IN ((SELECT video FROM session WHERE id = NEW.session));
END;
CREATE TRIGGER inputDigestLabelGone AFTER DELETE ON label BEGIN
  DELETE FROM inputDigest WHERE video IN ((SELECT video FROM session WHERE id = OLD.session));
END;
CREATE TRIGGER inputDigestLabelOther AFTER UPDATE ON label BEGIN
  DELETE FROM inputDigest WHERE video IN ((SELECT video FROM session WHERE id = OLD.session), (SELECT video FROM session WHERE id = NEW.session));
END;
CREATE TRIGGER inputDigestBoxesAdded AFTER INSERT ON detections BEGIN
  DELETE FROM inputDigest WHERE video IN (NEW.video);
END;
CREATE TRIGGER inputDigestBoxesGone AFTER DELETE ON detections BEGIN
  DELETE FROM inputDigest WHERE video IN (OLD.video);
END;
CREATE TRIGGER inputDigestBoxesOther AFTER UPDATE ON detections BEGIN
  DELETE FROM inputDigest WHERE video IN (OLD.video, NEW.video);
END;
CREATE TRIGGER inputDigestFrozenAdded AFTER INSERT ON frozen BEGIN
  DELETE FROM inputDigest WHERE video IN (NEW.video);
END;
CREATE TRIGGER inputDigestFrozenGone AFTER DELETE ON frozen BEGIN
  DELETE FROM inputDigest WHERE video IN (OLD.video);
END;
CREATE TRIGGER inputDigestFrozenOther AFTER UPDATE ON frozen BEGIN
  DELETE FROM inputDigest WHERE video IN (OLD.video, NEW.video);
END;
CREATE TRIGGER inputDigestCurveAdded AFTER INSERT ON curve BEGIN
  DELETE FROM inputDigest WHERE video IN (NEW.video);
END;
CREATE TRIGGER inputDigestCurveGone AFTER DELETE ON curve BEGIN
  DELETE FROM inputDigest WHERE video IN (OLD.video);
END;
