-- What a station earned on each day before the one that runs, minor units, by the day of the month: sums in another currency take each day at
-- the rate of its day. Null: not known, or a day that the month does not have.
CREATE TABLE revenue_months (
  station_id bigint NOT NULL REFERENCES stations ON DELETE CASCADE,
  currency text NOT NULL,
  month date NOT NULL,
  days bigint[] NOT NULL,
  PRIMARY KEY (station_id, currency, month)
);
-- Whether the days are there, too: what was counted before is counted once more.
ALTER TABLE revenue_counts ADD COLUMN with_days boolean NOT NULL DEFAULT false;
