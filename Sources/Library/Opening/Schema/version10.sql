-- What was imported.
--
-- Samples lie apart from their sessions, so that lists stay fast, and detections and samples too
-- long for one value in parts: the first where they always were, the others from 1. `told` are
-- the classes that a session tells (`SampleColumns.told`), `report` what its import found. Of
-- files, viewers and erased people keyed marks are kept; nothing leads from `forgotten` to a
-- pseudonym. `sessionInput` holds all that a digest of the input asks of sessions.
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

-- What was folded of it: of a video's sessions its head, and for each minute figures and rows;
-- the rows of each viewer, beside the oldest session, which go with any session of that viewer.
--
-- Of samples that were erased by age, of a video and a part of its audience, with the input's
-- digest before and after the last erasure; and which recordings went into it, by marks that
-- lead to no session and no viewer.
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

-- What was made of it, and of what: `tried` is what a video that failed was to be made of,
-- `stamp` a source's whose content was read, `digest` a clip's as it was published.
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

-- A digest of each video's input, which goes when anything that it was made from does: a night
-- with nothing new is short by it.
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
