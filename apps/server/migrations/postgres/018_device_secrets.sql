-- The secret of before, which still lets its device in until this time, unless the device uses the new one first.
ALTER TABLE devices ADD COLUMN old_secret_hash bytea, ADD COLUMN old_secret_salt bytea, ADD COLUMN old_secret_until timestamptz;
-- The new secret, sealed, until the device has it; and the network whose device got it first. It is handed to no other network.
ALTER TABLE devices ADD COLUMN pending_secret bytea, ADD COLUMN secret_handed_to text;
ALTER TABLE devices ADD COLUMN secret_changed_at timestamptz, ADD COLUMN secret_revoked_at timestamptz;
-- Sign-ins that were refused since the secret changed.
ALTER TABLE devices ADD COLUMN secret_refusals int NOT NULL DEFAULT 0, ADD COLUMN secret_refused_at timestamptz;
