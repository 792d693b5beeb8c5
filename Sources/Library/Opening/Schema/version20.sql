-- Which file brought a curve, as with a session.
ALTER TABLE curve ADD COLUMN fileMark TEXT;
ALTER TABLE curve ADD COLUMN fileLabel TEXT;
CREATE INDEX curveFile ON curve (fileMark);
