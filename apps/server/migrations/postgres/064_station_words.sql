-- Names and towns of stations in letters of ASCII: trigrams of this database know no others.
CREATE TABLE station_words (
  station_id bigint PRIMARY KEY REFERENCES stations ON DELETE CASCADE,
  -- As they were folded, so that a change is seen.
  name text NOT NULL,
  town text,
  folded text NOT NULL
);
CREATE INDEX station_words__search ON station_words USING gin (folded gin_trgm_ops);
-- Devices that somebody gave a name.
CREATE INDEX devices__name_search ON devices USING gin (lower(name COLLATE pg_c_utf8) gin_trgm_ops) WHERE name IS NOT NULL;
