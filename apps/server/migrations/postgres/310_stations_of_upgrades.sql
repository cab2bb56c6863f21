-- The station of a device when its upgrade was approved: nothing goes on to it in another one. Null: it was in none, or began before this was kept.
ALTER TABLE firmware_upgrade_devices ADD COLUMN station_id bigint;
