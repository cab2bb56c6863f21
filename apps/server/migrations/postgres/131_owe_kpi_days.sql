-- The days of key figures are summed together with the expected power: all of the past is owed once. What was learned of stations is kept.
UPDATE expected_stations SET owed_from = to_timestamp(0), owed_to = now() WHERE computed_until IS NOT NULL;
