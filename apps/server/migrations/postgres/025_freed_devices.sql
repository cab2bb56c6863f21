-- The organisation that unbound a device last, and when: it may bind it again for some days without the claim code.
ALTER TABLE devices ADD COLUMN freed_from bigint REFERENCES organisations ON DELETE SET NULL, ADD COLUMN freed_at timestamptz;
