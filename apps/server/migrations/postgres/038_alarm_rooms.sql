-- How many alarms a device began, or told of its past, until the span that runs now is over; all servers count here.
CREATE TABLE alarm_rooms (
  device_id bigint NOT NULL REFERENCES devices ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('new', 'past')),
  until timestamptz NOT NULL,
  used int NOT NULL,
  PRIMARY KEY (device_id, kind)
);
