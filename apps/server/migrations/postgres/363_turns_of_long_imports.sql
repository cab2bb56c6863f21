-- Of an import that takes long: the milliseconds of work it was given, as of a moment, because turns go to whom was given least lately; and how far it is checked and what was found by then,
-- because the check of a file goes on in a later turn.
ALTER TABLE imports ADD COLUMN given_ms double precision NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN given_at timestamptz;
ALTER TABLE imports ADD COLUMN checked jsonb;
CREATE INDEX imports__given ON imports (given_at) WHERE given_at IS NOT NULL;
