-- SIM cards of loggers. A card is of one organisation, and in one device at most.
CREATE TABLE sim_cards (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations ON DELETE CASCADE,
  iccid text NOT NULL,
  msisdn text,
  operator text,
  plan text,
  status text NOT NULL DEFAULT 'ready',
  used_mb double precision,
  volume_mb double precision,
  -- When the figures of its data were told.
  used_at timestamptz,
  cycle_end date,
  expires_on date,
  auto_renew boolean NOT NULL DEFAULT false,
  imei text,
  -- The modem that held it before, until somebody confirms the change.
  imei_before text,
  remark text,
  device_id bigint REFERENCES devices ON DELETE SET NULL,
  -- Somebody asked for another term where no provider can be asked.
  renewal_asked_at timestamptz,
  -- The provider's last try, and why it told nothing.
  asked_at timestamptz,
  failure text,
  revision int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX sim_cards__iccid ON sim_cards (iccid);
CREATE UNIQUE INDEX sim_cards__device ON sim_cards (device_id);
CREATE INDEX sim_cards__organisation ON sim_cards (organisation_id);
-- What was told of a card: once for each cycle of its data, and once for each end.
CREATE TABLE sim_told (
  sim_id bigint NOT NULL REFERENCES sim_cards ON DELETE CASCADE,
  alert text NOT NULL,
  term text NOT NULL,
  told_at timestamptz NOT NULL,
  PRIMARY KEY (sim_id, alert, term)
);
-- What the provider is asked to do with a card. One waits at a time; its key makes it one request however often it is sent.
CREATE TABLE sim_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sim_id bigint NOT NULL REFERENCES sim_cards ON DELETE CASCADE,
  action text NOT NULL,
  key uuid NOT NULL DEFAULT gen_random_uuid(),
  state text NOT NULL DEFAULT 'queued',
  tries int NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  asked_at timestamptz NOT NULL,
  reason text
);
CREATE UNIQUE INDEX sim_requests__open ON sim_requests (sim_id) WHERE state = 'queued';
CREATE INDEX sim_requests__sim ON sim_requests (sim_id, id);
CREATE INDEX sim_requests__due ON sim_requests (due_at) WHERE state = 'queued';
