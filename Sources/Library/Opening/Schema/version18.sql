-- Which clips were posted where, as a person said; it outlasts the clip.
--
-- With row ids: without, SQLite 3.40 calls a table damaged whose key is not its first columns.
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
