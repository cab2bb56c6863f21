-- When its readers were written to. The job that does it may be done twice, as where its server is killed right after it.
ALTER TABLE grants ADD COLUMN told_at timestamptz;
ALTER TABLE hand_overs ADD COLUMN told_at timestamptz;
ALTER TABLE proposals ADD COLUMN told_at timestamptz;
