-- How often a device of a run was waited for because it had been there shortly before: after a restart devices need minutes to dial in again.
ALTER TABLE run_devices ADD COLUMN absences smallint NOT NULL DEFAULT 0;
