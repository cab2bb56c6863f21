-- What went wrong on the connections of a V5 logger, counted from a moment on for a day.
CREATE TABLE logger_link_health (
  device_id bigint PRIMARY KEY REFERENCES devices ON DELETE CASCADE,
  since timestamptz NOT NULL,
  -- Connections after the first one.
  reconnects int NOT NULL DEFAULT 0,
  -- Frames that were not taken.
  refused int NOT NULL DEFAULT 0,
  last_error text,
  last_error_at timestamptz
);
