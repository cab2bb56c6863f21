-- A station that was ended is hidden and can come back for thirty days; one that two people have to end waits for the second of them.
ALTER TABLE stations
  ADD COLUMN ended_at timestamptz,
  ADD COLUMN ended_by bigint REFERENCES users ON DELETE SET NULL,
  ADD COLUMN ending_asked_at timestamptz,
  ADD COLUMN ending_asked_by bigint REFERENCES users ON DELETE SET NULL;
-- Few are ended at a time, and every query over all stations leaves them out.
CREATE INDEX stations__ended ON stations (ended_at) WHERE ended_at IS NOT NULL;
