-- What platforms counted of everybody who watched, a curve each (`AudienceCurve` as JSON).
CREATE TABLE curve (
  video TEXT NOT NULL,
  source TEXT NOT NULL,
  importedAt REAL NOT NULL,
  contentHash TEXT NOT NULL,
  pointCount INTEGER NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (video, source)
) WITHOUT ROWID;
CREATE TRIGGER inputDigestCurveAdded AFTER INSERT ON curve BEGIN
  DELETE FROM inputDigest WHERE video IN (NEW.video);
END;
CREATE TRIGGER inputDigestCurveGone AFTER DELETE ON curve BEGIN
  DELETE FROM inputDigest WHERE video IN (OLD.video);
END;
