-- What the service that finds addresses answered, by a hash of what was asked: it is asked once for all servers while the answer is new enough.
CREATE TABLE address_answers (
  key bytea PRIMARY KEY,
  places jsonb NOT NULL,
  asked_at timestamptz NOT NULL
);
CREATE INDEX address_answers__asked ON address_answers (asked_at);
