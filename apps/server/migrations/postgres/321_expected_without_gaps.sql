-- Since when the expected power, and with it the days of key figures, have no gap. All of the past is owed once more, because gaps were left in it.
ALTER TABLE expected_stations ADD COLUMN computed_from timestamptz;
UPDATE expected_stations SET owed_from = to_timestamp(0), owed_to = now() WHERE computed_until IS NOT NULL;
