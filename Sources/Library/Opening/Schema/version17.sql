-- What 0.1.0 had not.
--
-- What a retired clip showed, and why it was retired (`Clip.Retirement` as JSON). By what a session is known again: the digest of its
-- samples alone (`NULL` where 0.1.0 imported it), by what one that was cut short is found beside
-- the whole, the keyed mark of the name by which nothing but its file says who watched (0.1.0
-- took the id of such a session from that name, and hid the file's label), and the marks of
-- other names under which it came. What lay in the places of `timelines:`, how it was left and
-- how far databases were read, by keyed marks of its name and of its content.
ALTER TABLE clip ADD COLUMN retirement TEXT;
DELETE FROM audience;
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
