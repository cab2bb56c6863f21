-- Work on a device that fails again and again without coming further ends: it would keep the run open and every other one from the device.
ALTER TABLE run_devices ADD COLUMN faults integer NOT NULL DEFAULT 0;
