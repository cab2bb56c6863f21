-- How much wider or narrower than learned the range of the expected power is from a local day on, by source of light, as days after those that taught say.
CREATE TABLE expected_spreads (
  calibration_id int NOT NULL REFERENCES expected_calibrations ON DELETE CASCADE,
  valid_from date NOT NULL,
  data jsonb NOT NULL,
  PRIMARY KEY (calibration_id, valid_from)
);
