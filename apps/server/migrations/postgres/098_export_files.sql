-- Each run writes a file of its own, so that a server that stood still does not put its file in the place of another one's, which is judged by what that one held.
ALTER TABLE station_exports ADD COLUMN file text;
UPDATE station_exports SET file = 'station-exports/' || id WHERE state = 'done';
