-- How many devices a run named: so many rows it takes, by which the runs of one side are bounded.
ALTER TABLE runs ADD COLUMN devices int NOT NULL DEFAULT 0;
UPDATE runs SET devices = (SELECT count(*) FROM run_devices WHERE run_id = runs.id);
CREATE INDEX runs__side ON runs ((coalesce(organisation_id, -user_id, 0)), created_at);
CREATE INDEX parameter_changes__run ON parameter_changes (run_id) WHERE run_id IS NOT NULL;
