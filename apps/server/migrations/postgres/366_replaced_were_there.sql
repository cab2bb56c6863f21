-- A device in whose place another one came had been there: its number stays closed to others, unlike one that somebody only wrote down.
UPDATE devices SET first_seen_at = created_at FROM device_replacements
 WHERE device_replacements.old_sn = devices.sn AND devices.organisation_id IS NULL AND devices.first_seen_at IS NULL;
