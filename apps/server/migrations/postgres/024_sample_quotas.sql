-- How many samples an organisation may store, where it is not what the settings say.
ALTER TABLE organisations ADD COLUMN samples_per_day bigint, ADD COLUMN samples_stored bigint;

-- Samples taken in on a day (UTC), by who stores them: an organisation, or a share of devices that belong to none. Servers add up.
CREATE TABLE sample_days (
  share text NOT NULL,
  day date NOT NULL,
  organisation_id bigint REFERENCES organisations ON DELETE CASCADE,
  samples bigint NOT NULL,
  -- The per cent of the quota that the administrators were told of last.
  told int NOT NULL DEFAULT 0,
  PRIMARY KEY (share, day)
);
CREATE INDEX sample_days__organisation ON sample_days (organisation_id, day);

-- Samples in the store, counted there every few hours.
CREATE TABLE stored_samples (
  organisation_id bigint PRIMARY KEY REFERENCES organisations ON DELETE CASCADE,
  samples bigint NOT NULL,
  counted_at timestamptz NOT NULL
);
