-- Town and region of a station, from its address or its position; `placed_at` is empty until a job has looked.
ALTER TABLE stations
  ADD COLUMN town text,
  ADD COLUMN region text,
  ADD COLUMN town_country text,
  -- Town and region by language, where they are called otherwise: {"de-DE": ["München", "Bayern"]}.
  ADD COLUMN place_names jsonb,
  ADD COLUMN placed_at timestamptz;
CREATE INDEX stations__unplaced ON stations (id) WHERE placed_at IS NULL;
CREATE INDEX stations__town_search ON stations USING gin (lower(town COLLATE pg_c_utf8) gin_trgm_ops);
