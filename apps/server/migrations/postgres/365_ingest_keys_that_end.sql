-- A key that people of a superior made for an organisation ends some days after that one left it; null: it never ends by itself.
ALTER TABLE ingest_keys ADD COLUMN ends_at timestamptz;
