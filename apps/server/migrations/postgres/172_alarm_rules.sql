-- Rules by which the platform finds alarms in what devices measure.
CREATE TABLE alarm_rules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  -- Empty where it has the name of the shipped rule.
  name text NOT NULL,
  -- The shipped rule that it was made of.
  pack text,
  level text NOT NULL,
  enabled boolean NOT NULL,
  raise text NOT NULL,
  clear text NOT NULL,
  consecutive int NOT NULL,
  on_delay int NOT NULL,
  off_delay int NOT NULL,
  station_ids bigint[] NOT NULL,
  label_ids bigint[] NOT NULL,
  models text[] NOT NULL,
  version int NOT NULL DEFAULT 1
);

CREATE INDEX ON alarm_rules (organisation_id);
