-- A known text, sealed by the key of secrets: a server with another key does not open it, and says so.
CREATE TABLE known_key (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  sealed bytea NOT NULL,
  -- Since when servers have this key.
  since timestamptz NOT NULL
);
