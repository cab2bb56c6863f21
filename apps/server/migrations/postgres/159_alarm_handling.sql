-- What people did about alarms, and codes that are kept quiet.
ALTER TABLE alarms
  ADD handled_by bigint REFERENCES users (id) ON DELETE SET NULL,
  ADD handled_at timestamptz;

CREATE INDEX ON alarms (handled_by) WHERE handled_by IS NOT NULL;

CREATE TABLE alarm_steps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alarm_id bigint NOT NULL REFERENCES alarms (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('confirmed', 'processed', 'reopened', 'noted', 'shielded', 'shieldEnded')),
  at timestamptz NOT NULL,
  by bigint REFERENCES users (id) ON DELETE SET NULL,
  text text NOT NULL
);

CREATE INDEX ON alarm_steps (alarm_id, id);
CREATE INDEX ON alarm_steps (by) WHERE by IS NOT NULL;

CREATE TABLE alarm_shields (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  station_id bigint NOT NULL REFERENCES stations (id) ON DELETE CASCADE,
  device_id bigint REFERENCES devices (id) ON DELETE CASCADE,
  code text NOT NULL,
  text_key text NOT NULL,
  level text NOT NULL,
  reason text NOT NULL,
  until timestamptz,
  review_at timestamptz,
  created_at timestamptz NOT NULL,
  created_by bigint REFERENCES users (id) ON DELETE SET NULL,
  ended_at timestamptz,
  ended_by bigint REFERENCES users (id) ON DELETE SET NULL
);

-- Who decides over alarms tells everybody of what people did about them.
ALTER TABLE changes DROP CONSTRAINT changes_topic_check;
ALTER TABLE changes ADD CONSTRAINT changes_topic_check CHECK (topic IN
  ('deviceChanged', 'stationChanged', 'accessChanged', 'recordingsChanged', 'measurementsRemoved', 'pointsChanged', 'alarmsChanged'));

-- One runs at a time for a subject.
CREATE UNIQUE INDEX ON alarm_shields (station_id, code, coalesce(device_id, 0)) WHERE ended_at IS NULL;
CREATE INDEX ON alarm_shields (station_id, code);
CREATE INDEX ON alarm_shields (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX ON alarm_shields (until) WHERE ended_at IS NULL;
CREATE INDEX ON alarm_shields (created_by) WHERE created_by IS NOT NULL;
CREATE INDEX ON alarm_shields (ended_by) WHERE ended_by IS NOT NULL;
