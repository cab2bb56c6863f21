-- When what was computed of a station was deleted. What was being computed at that moment comes after it and is deleted ten minutes later.
ALTER TABLE stations_to_forget ADD COLUMN forgotten_at timestamptz;
