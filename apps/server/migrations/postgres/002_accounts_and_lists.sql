-- Whether the user asked to stay signed in: how far each refresh moves the end of the session.
ALTER TABLE sessions ADD COLUMN remember boolean NOT NULL DEFAULT false;
CREATE INDEX sessions__refresh_expires_at ON sessions (refresh_expires_at);

-- Search in lists: any part of a station's name or address, the beginning of a serial number, whatever the case.
-- The collation folds letters of every script also where the database's own locale is C.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX stations__name_search ON stations USING gin (lower(name COLLATE pg_c_utf8) gin_trgm_ops);
CREATE INDEX stations__address_search ON stations USING gin (lower(address COLLATE pg_c_utf8) gin_trgm_ops);
CREATE INDEX devices__sn_search ON devices (lower(sn) text_pattern_ops);
CREATE INDEX stations__shared ON stations (id) WHERE shared;

-- The language in which an import tells what is wrong, also when it goes on after a restart.
ALTER TABLE imports ADD COLUMN language text NOT NULL DEFAULT 'en-US';
CREATE INDEX imports__unfinished ON imports (id) WHERE state IN ('checking', 'importing');
