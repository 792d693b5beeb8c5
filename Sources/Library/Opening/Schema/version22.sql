-- A file is called by the keyed hash of its path alone: its name may identify a viewer.
ALTER TABLE session DROP COLUMN fileLabel;
ALTER TABLE curve DROP COLUMN fileLabel;
