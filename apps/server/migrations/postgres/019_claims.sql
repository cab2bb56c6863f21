-- The claim code that a device shows, as a salted hash. It counts while its salt is the one of the device's secret: a new secret ends it.
-- Devices that reported before get theirs when they sign in next.
ALTER TABLE devices ADD COLUMN claim_hash bytea, ADD COLUMN claim_salt bytea;

-- Who signed in as a registered device with another secret than the registered one. It is refused; but it may be the device itself, and a
-- person who reads its claim code can show that.
CREATE TABLE device_contenders (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id bigint NOT NULL REFERENCES devices ON DELETE CASCADE,
  secret_hash bytea NOT NULL,
  secret_salt bytea NOT NULL,
  claim_hash bytea NOT NULL,
  claim_salt bytea NOT NULL,
  -- 24 bits of an IPv4 address, 48 of an IPv6 one; null: this machine.
  network text,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL
);
CREATE INDEX device_contenders__device ON device_contenders (device_id);
CREATE INDEX device_contenders__network ON device_contenders (network);
CREATE INDEX device_contenders__last_seen ON device_contenders (last_seen_at);
