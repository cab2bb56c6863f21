-- The last version that was given to rows in ClickHouse of which the latest counts: the next one is higher, also after the clock was set back.
CREATE TABLE row_versions (
  name text PRIMARY KEY,
  last bigint NOT NULL
);
