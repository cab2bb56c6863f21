-- Organisations: merchants and departments in a tree. `path` is the chain of ids from the root; `scope_path` begins anew at every
-- loose organisation, so that what a superior manages is one prefix of it.
ALTER TABLE organisations
  ADD COLUMN kind text NOT NULL DEFAULT 'merchant',
  ADD COLUMN type text NOT NULL DEFAULT 'enterprise',
  ADD COLUMN tie text NOT NULL DEFAULT 'tight',
  ADD COLUMN business_type text,
  ADD COLUMN area text,
  ADD COLUMN tax_id text,
  ADD COLUMN bank_name text,
  ADD COLUMN bank_account text,
  ADD COLUMN scope_path text NOT NULL DEFAULT '';
UPDATE organisations SET scope_path = path;
CREATE INDEX organisations__scope_path ON organisations (scope_path text_pattern_ops);
CREATE INDEX organisations__parent ON organisations (parent_id);
-- How many devices an organisation has, and whether its code is in use.
CREATE INDEX devices__organisation ON devices (organisation_id);

-- Roles that organisations make. Built-in ones are data of the program.
CREATE TABLE roles (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL,
  based_on text NOT NULL,
  attribution text NOT NULL,
  scope text NOT NULL,
  permissions text[] NOT NULL,
  -- Menus; null: all that the permissions open.
  views text[],
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX roles__name ON roles (organisation_id, lower(name));

ALTER TABLE users
  ADD COLUMN user_code text NOT NULL DEFAULT upper(substr(md5(random()::text || clock_timestamp()::text), 1, 10))
    CONSTRAINT users__user_code UNIQUE,
  ADD COLUMN role_id bigint REFERENCES roles,
  ADD COLUMN locked_at timestamptz,
  ADD COLUMN password_changed_at timestamptz,
  -- Given by an administrator: works once, then nothing is open before it is changed.
  ADD COLUMN must_change_password boolean NOT NULL DEFAULT false,
  ADD COLUMN initial_password_used boolean NOT NULL DEFAULT false,
  -- Kept the rule when it was set; false for passwords taken over from elsewhere.
  ADD COLUMN weak_password boolean NOT NULL DEFAULT false,
  ADD COLUMN agreement_version text,
  ADD COLUMN privacy_version text,
  ADD COLUMN agreed_at timestamptz,
  ADD COLUMN totp_secret bytea,
  ADD COLUMN totp_confirmed_at timestamptz,
  -- The newest time step that was accepted: a code works once.
  ADD COLUMN totp_last_step bigint,
  ADD COLUMN settings jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN last_login_at timestamptz,
  ADD COLUMN cancel_requested_at timestamptz,
  ADD COLUMN cancel_choices jsonb;
CREATE INDEX users__organisation ON users (organisation_id);
CREATE INDEX users__role ON users (role_id);
CREATE INDEX users__cancelled ON users (cancel_requested_at) WHERE cancel_requested_at IS NOT NULL;

ALTER TABLE sessions
  ADD COLUMN last_seen_at timestamptz,
  -- Key of signed requests, replaced on each call for one; kept as it is because a signature is checked with it.
  ADD COLUMN signing_key bytea;

-- Refresh tokens that were traded. One that comes again was copied: its session ends.
CREATE TABLE traded_tokens (
  refresh_hash bytea PRIMARY KEY,
  session_id bigint NOT NULL REFERENCES sessions ON DELETE CASCADE,
  traded_at timestamptz NOT NULL
);
CREATE INDEX traded_tokens__session ON traded_tokens (session_id);

CREATE TABLE signed_requests (
  session_id bigint NOT NULL REFERENCES sessions ON DELETE CASCADE,
  nonce text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (session_id, nonce)
);
CREATE INDEX signed_requests__at ON signed_requests (at);

CREATE TABLE verification_codes (
  target text NOT NULL,
  purpose text NOT NULL,
  code_hash bytea NOT NULL,
  tries int NOT NULL DEFAULT 0,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (target, purpose)
);
CREATE INDEX verification_codes__expires_at ON verification_codes (expires_at);
-- How often codes went to a target or were asked for from an address.
CREATE TABLE code_requests (
  subject text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX code_requests__subject ON code_requests (subject, at);

-- The step between a right password and the second factor.
CREATE TABLE login_tickets (
  ticket_hash bytea PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  method text NOT NULL,
  tries int NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);

CREATE TABLE recovery_codes (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE passkeys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  credential_id text NOT NULL CONSTRAINT passkeys__credential UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys__user ON passkeys (user_id);

-- Challenges of WebAuthn between the two calls of a ceremony.
CREATE TABLE passkey_ceremonies (
  id text PRIMARY KEY,
  user_id bigint REFERENCES users ON DELETE CASCADE,
  challenge text NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE TABLE api_keys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  prefix text NOT NULL,
  key_hash bytea NOT NULL CONSTRAINT api_keys__key_hash UNIQUE,
  permissions text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  last_used_at timestamptz
);
CREATE INDEX api_keys__user ON api_keys (user_id);

CREATE TABLE logins (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  at timestamptz NOT NULL,
  method text NOT NULL,
  outcome text NOT NULL,
  address text,
  user_agent text
);
CREATE INDEX logins__user ON logins (user_id, at DESC);

CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel text NOT NULL,
  recipient text NOT NULL,
  template text NOT NULL,
  language text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  state text NOT NULL DEFAULT 'waiting',
  tries int NOT NULL DEFAULT 0,
  error text,
  created_at timestamptz NOT NULL,
  next_try_at timestamptz,
  sent_at timestamptz
);
CREATE INDEX outbox__due ON outbox (next_try_at) WHERE state = 'waiting';
CREATE INDEX outbox__newest ON outbox (created_at DESC);

CREATE TABLE invites (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations ON DELETE CASCADE,
  code text NOT NULL CONSTRAINT invites__code UNIQUE,
  role text NOT NULL,
  role_id bigint REFERENCES roles ON DELETE CASCADE,
  email text,
  phone text,
  uses int NOT NULL DEFAULT 0,
  max_uses int NOT NULL DEFAULT 1,
  expires_at timestamptz NOT NULL,
  created_by bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX invites__organisation ON invites (organisation_id);

-- Authorisation of a person or an organisation for stations, or for an organisation with all it has. `state` is what was decided;
-- planned, active and expired follow from the period.
CREATE TABLE grants (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  state text NOT NULL DEFAULT 'pending',
  -- Null: the grant names stations.
  organisation_id bigint REFERENCES organisations ON DELETE CASCADE,
  to_user_id bigint REFERENCES users ON DELETE CASCADE,
  to_organisation_id bigint REFERENCES organisations ON DELETE CASCADE,
  role text NOT NULL,
  commands boolean NOT NULL DEFAULT false,
  begins_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  created_by bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  answered_at timestamptz,
  revoked_at timestamptz,
  CONSTRAINT grants__one_grantee CHECK (num_nonnulls(to_user_id, to_organisation_id) = 1)
);
CREATE INDEX grants__to_user ON grants (to_user_id) WHERE state = 'accepted';
CREATE INDEX grants__to_organisation ON grants (to_organisation_id) WHERE state = 'accepted';
CREATE INDEX grants__organisation ON grants (organisation_id);
CREATE TABLE grant_stations (
  grant_id bigint NOT NULL REFERENCES grants ON DELETE CASCADE,
  station_id bigint NOT NULL REFERENCES stations ON DELETE CASCADE,
  PRIMARY KEY (grant_id, station_id)
);
CREATE INDEX grant_stations__station ON grant_stations (station_id);

ALTER TABLE stations
  ADD COLUMN created_by bigint REFERENCES users ON DELETE SET NULL,
  -- When the creator or installer gave the station to its owner; after that only the owner grants and deletes.
  ADD COLUMN handed_over_at timestamptz;

CREATE TABLE hand_overs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  station_id bigint NOT NULL REFERENCES stations ON DELETE CASCADE,
  from_user_id bigint REFERENCES users ON DELETE SET NULL,
  to_user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'pending',
  created_at timestamptz NOT NULL,
  answered_at timestamptz
);
CREATE UNIQUE INDEX hand_overs__one_open ON hand_overs (station_id) WHERE state = 'pending';
CREATE INDEX hand_overs__to_user ON hand_overs (to_user_id) WHERE state = 'pending';

-- Who looked at a station, a row a day.
CREATE TABLE station_visits (
  station_id bigint NOT NULL REFERENCES stations ON DELETE CASCADE,
  day date NOT NULL,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  via text NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  views int NOT NULL DEFAULT 1,
  PRIMARY KEY (station_id, day, user_id)
);

CREATE TABLE labels (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  color text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX labels__name ON labels (organisation_id, lower(name));
CREATE TABLE station_labels (
  station_id bigint NOT NULL REFERENCES stations ON DELETE CASCADE,
  label_id bigint NOT NULL REFERENCES labels ON DELETE CASCADE,
  PRIMARY KEY (station_id, label_id)
);
CREATE INDEX station_labels__label ON station_labels (label_id);
CREATE TABLE device_labels (
  device_id bigint NOT NULL REFERENCES devices ON DELETE CASCADE,
  label_id bigint NOT NULL REFERENCES labels ON DELETE CASCADE,
  PRIMARY KEY (device_id, label_id)
);
CREATE INDEX device_labels__label ON device_labels (label_id);

CREATE TABLE themes (
  url text PRIMARY KEY,
  theme_color text NOT NULL,
  icon_url text
);

-- Every entry is sealed within a second into a chain: `seal` is the SHA-256 over the seal before and the entry itself.
ALTER TABLE audit_log
  ADD COLUMN allowed boolean NOT NULL DEFAULT true,
  ADD COLUMN organisation_id bigint,
  ADD COLUMN station_id bigint,
  ADD COLUMN api_key_id bigint,
  ADD COLUMN position bigint CONSTRAINT audit_log__position UNIQUE,
  ADD COLUMN seal bytea;
CREATE INDEX audit_log__unsealed ON audit_log (id) WHERE position IS NULL;
CREATE INDEX audit_log__station ON audit_log (station_id, id DESC) WHERE station_id IS NOT NULL;
CREATE INDEX audit_log__organisation ON audit_log (organisation_id, id DESC) WHERE organisation_id IS NOT NULL;
CREATE INDEX audit_log__user ON audit_log (user_id, id DESC) WHERE user_id IS NOT NULL;
