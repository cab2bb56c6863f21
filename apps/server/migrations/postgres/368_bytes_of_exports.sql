-- How much files of lists take, which is bounded by organisation. Those of before go within a day.
ALTER TABLE station_exports ADD COLUMN bytes bigint NOT NULL DEFAULT 0;
