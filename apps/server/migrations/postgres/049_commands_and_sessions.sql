-- Requests to devices were kept for an hour, for the limits; they are kept as commands now, with what became of them.
ALTER TABLE device_requests RENAME TO commands;
ALTER INDEX device_requests__user RENAME TO commands__user;
ALTER INDEX device_requests__organisation RENAME TO commands__organisation;
ALTER INDEX device_requests__at RENAME TO commands__at;
ALTER TABLE commands
  ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Of the device, when it was asked.
  ADD COLUMN station_id bigint,
  -- Chosen by who asks: of one caller, there is one command of a key.
  ADD COLUMN key text,
  -- JSON as text. Null: from before commands were kept; it only counts.
  ADD COLUMN request text,
  ADD COLUMN state text NOT NULL DEFAULT 'unknown' CHECK (state IN ('queued', 'sent', 'done', 'failed', 'unknown')),
  -- Grows with each change of the state.
  ADD COLUMN change_no int NOT NULL DEFAULT 1,
  -- Until then it may leave, and an answer is waited for; by the clock of the database, which all servers share.
  ADD COLUMN deadline timestamptz,
  ADD COLUMN sent_at timestamptz,
  ADD COLUMN ended_at timestamptz,
  -- JSON as text: what the device answered, or why it did not.
  ADD COLUMN reply text;
ALTER TABLE commands ALTER COLUMN state SET DEFAULT 'queued';
CREATE UNIQUE INDEX commands__key ON commands (coalesce(user_id, 0), key) WHERE key IS NOT NULL;
CREATE INDEX commands__device ON commands (device_id, id DESC);
CREATE INDEX commands__open ON commands (deadline) WHERE state IN ('queued', 'sent');

-- Where several servers have gateways, a device may come to another one while the old connection still stands. The epoch grows with each
-- connection, so that each server can tell which one is older.
ALTER TABLE logger_connections ADD COLUMN epoch bigint NOT NULL DEFAULT 0;
CREATE TABLE device_sessions (
  device_id bigint PRIMARY KEY REFERENCES devices ON DELETE CASCADE,
  -- Of the newest connection, of whichever server.
  epoch bigint NOT NULL,
  open boolean NOT NULL
);
