-- Each change of an alarm has a number: what was decided over an older one is not carried out.
ALTER TABLE alarms ADD COLUMN change int NOT NULL DEFAULT 1;

-- What alarms were last decided from, written in the transaction of what was decided. Only devices that ever told a fault
-- have a row.
CREATE TABLE fault_words (
  device_id bigint PRIMARY KEY REFERENCES devices ON DELETE CASCADE,
  "time" timestamptz NOT NULL,
  points int[] NOT NULL,
  "values" double precision[] NOT NULL
);

-- Up to when what was stored has had its effects; a start goes on from here.
CREATE TABLE fact_positions (
  consumer text PRIMARY KEY,
  stored_until timestamptz NOT NULL
);
