-- Light of sensors is stored with the expected power, and days of key figures read it: all of the past is owed once more.
UPDATE expected_stations SET owed_from = to_timestamp(0), owed_to = now() WHERE computed_until IS NOT NULL;
