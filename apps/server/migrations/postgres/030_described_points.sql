-- What an organisation says of the custom points of its devices. By key, because a device that changes hands keeps its points,
-- and whoever owns it now describes them for themselves.
CREATE TABLE point_descriptions (
  organisation_id bigint NOT NULL REFERENCES organisations ON DELETE CASCADE,
  key text NOT NULL,
  name text,
  unit text NOT NULL DEFAULT '',
  kind text NOT NULL DEFAULT 'gauge',
  -- Digits behind the point; null: as many as tell something.
  decimals smallint CHECK (decimals BETWEEN 0 AND 6),
  -- Raised by each change, so that two people who edit at the same time are told.
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (organisation_id, key)
);
