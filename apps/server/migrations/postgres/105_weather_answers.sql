-- What the weather service answered for a place, by a hash of service and rounded place: stations near each other and all servers share an answer.
-- It is tried for at most each few minutes, whoever asks.
CREATE TABLE weather_answers (
  key bytea PRIMARY KEY,
  tried_at timestamptz NOT NULL,
  asked_at timestamptz,
  hours jsonb
);
CREATE INDEX weather_answers__tried ON weather_answers (tried_at);
