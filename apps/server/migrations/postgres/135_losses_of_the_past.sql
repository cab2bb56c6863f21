-- Losses of days are computed together with the expected power: all of the past once.
UPDATE expected_stations SET owed_from = to_timestamp(0), owed_to = greatest(owed_to, computed_until) WHERE computed_until IS NOT NULL;
