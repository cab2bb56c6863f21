-- By which counter the production of a station goes: each row what a person decided, from a local day on or (null) for all days. The newest row
-- that covers a day holds.
CREATE TABLE counter_choices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  station_id bigint NOT NULL REFERENCES stations ON DELETE CASCADE,
  counter text NOT NULL CHECK (counter IN ('automatic', 'lifetimeCounter', 'dayCounter', 'generationMeter', 'gridMeter')),
  from_day date,
  reason text NOT NULL,
  created_by bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX counter_choices__station ON counter_choices (station_id, id);
CREATE INDEX counter_choices__created_by ON counter_choices (created_by);
