-- A file of the list is judged when it is fetched, too: by the stations that it holds, and by what its person might do when it was written.
-- A file without both was written by a server that did not judge, and is fetched by nobody.
ALTER TABLE station_exports
  ADD COLUMN station_ids bigint[],
  ADD COLUMN rights text,
  -- Runs that began and came to no end, because their server was killed.
  ADD COLUMN broken_runs int NOT NULL DEFAULT 0;
