-- A digest of each session's samples that costs a fold next to nothing to hold them against
-- (`RunningDigest`); `NULL` where it was stored before, and `contentHash` is asked instead.
ALTER TABLE session ADD COLUMN checksum INTEGER;
