-- What holds for requests to devices: of the platform (no organisation), and of organisations with the tight ones below them.
CREATE TABLE command_rules (
  organisation_id bigint REFERENCES organisations ON DELETE CASCADE,
  -- Set while nothing may be sent.
  stopped_at timestamptz,
  stopped_by bigint REFERENCES users ON DELETE SET NULL,
  stop_reason text,
  -- An administrator of the platform stopped it, and only one lets it go on.
  stopped_by_platform boolean NOT NULL DEFAULT false,
  -- Within an hour. Null: what holds above.
  writes_per_person int CHECK (writes_per_person > 0),
  devices_per_person int CHECK (devices_per_person > 0),
  writes_per_organisation int CHECK (writes_per_organisation > 0),
  reads_per_person int CHECK (reads_per_person > 0)
);
CREATE UNIQUE INDEX command_rules__organisation ON command_rules ((coalesce(organisation_id, 0)));

-- Requests to devices of the last hour, of all servers, for the limits.
CREATE TABLE device_requests (
  at timestamptz NOT NULL,
  -- Null: the server itself.
  user_id bigint,
  -- Of the device.
  organisation_id bigint,
  device_id bigint NOT NULL,
  writes boolean NOT NULL
);
CREATE INDEX device_requests__user ON device_requests (user_id, at);
CREATE INDEX device_requests__organisation ON device_requests (organisation_id, at);
CREATE INDEX device_requests__at ON device_requests (at);

-- Calls of routes that need a second person, as they were made, until somebody else approves or declines them.
CREATE TABLE proposals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  route text NOT NULL,
  -- JSON as text: parameters, query and body.
  input text NOT NULL,
  -- Of route, input and who proposed it; an approval names the one that was shown.
  digest text NOT NULL,
  proposed_by bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  proposed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'failed', 'declined')),
  decided_by bigint REFERENCES users ON DELETE SET NULL,
  decided_at timestamptz
);
CREATE INDEX proposals__open ON proposals (expires_at) WHERE state = 'open';
