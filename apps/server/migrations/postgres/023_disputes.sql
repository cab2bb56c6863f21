-- Who says that a device of somebody else is theirs. A dispute is kept for any serial number, also for one that nobody has: the answer
-- must not tell.
CREATE TABLE disputes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sn text NOT NULL,
  -- The device of this serial number and its station when the dispute was opened; null: nobody had it.
  device_id bigint REFERENCES devices ON DELETE SET NULL,
  holder_station_id bigint REFERENCES stations ON DELETE SET NULL,
  claimant_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Where the device would go.
  station_id bigint NOT NULL REFERENCES stations ON DELETE CASCADE,
  reason text NOT NULL,
  -- What the claim code proved: nothing, that it is of the device that signs in, or of one that is refused (a contender).
  proof text NOT NULL CHECK (proof IN ('none', 'device', 'contender')),
  contender_id bigint REFERENCES device_contenders ON DELETE SET NULL,
  -- 24 bits of an IPv4 address, 48 of an IPv6 one.
  claimant_network text,
  contender_network text,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'kept', 'transferred', 'released')),
  answer text,
  answered_at timestamptz,
  created_at timestamptz NOT NULL,
  decided_at timestamptz
);
CREATE UNIQUE INDEX disputes__open ON disputes (sn, claimant_id) WHERE state = 'open';
CREATE INDEX disputes__device ON disputes (device_id);
CREATE INDEX disputes__claimant ON disputes (claimant_id);
