-- How many alarms the devices in stations of one owner began, or told of their past, within the span that runs, where others have stations in the
-- same organisation.
CREATE TABLE owner_alarm_rooms (
  owner_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('new', 'past')),
  until timestamptz NOT NULL,
  used int NOT NULL,
  PRIMARY KEY (owner_id, kind)
);
