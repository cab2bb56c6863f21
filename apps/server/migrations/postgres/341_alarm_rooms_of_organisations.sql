-- How many alarms all devices of an organisation began, or told of their past, within the span that runs.
CREATE TABLE organisation_alarm_rooms (
  organisation_id bigint NOT NULL REFERENCES organisations ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('new', 'past')),
  until timestamptz NOT NULL,
  used int NOT NULL,
  PRIMARY KEY (organisation_id, kind)
);
