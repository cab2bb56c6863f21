-- Upgrades begin at their devices within a window of the stations' clocks, and a device that says the new version after its half hour has it.
ALTER TABLE firmware_upgrades ADD COLUMN begin_window jsonb;
ALTER TABLE firmware_upgrade_devices ADD COLUMN late boolean NOT NULL DEFAULT false;
CREATE INDEX firmware_upgrade_devices__timed_out ON firmware_upgrade_devices (ended_at) WHERE state = 'timedOut';
