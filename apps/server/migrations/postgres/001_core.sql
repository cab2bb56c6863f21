-- People and organisations. `path` is the chain of ids from the root, so that a subtree is one prefix.
CREATE TABLE organisations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL CONSTRAINT organisations__code UNIQUE,
  name text NOT NULL,
  parent_id bigint REFERENCES organisations,
  path text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX organisations__path ON organisations (path text_pattern_ops);

CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text CONSTRAINT users__email UNIQUE,
  phone text CONSTRAINT users__phone UNIQUE,
  user_name text CONSTRAINT users__user_name UNIQUE,
  name text NOT NULL,
  password_hash text NOT NULL,
  role text NOT NULL,
  account_type text NOT NULL,
  organisation_id bigint REFERENCES organisations,
  language text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT users__reachable CHECK (email IS NOT NULL OR phone IS NOT NULL OR user_name IS NOT NULL)
);

-- Opaque tokens: only their SHA-256 is kept. A visitor has a session and no user.
CREATE TABLE sessions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint REFERENCES users ON DELETE CASCADE,
  token_hash bytea NOT NULL CONSTRAINT sessions__token_hash UNIQUE,
  refresh_hash bytea NOT NULL CONSTRAINT sessions__refresh_hash UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  refresh_expires_at timestamptz NOT NULL,
  address text,
  user_agent text
);
CREATE INDEX sessions__user ON sessions (user_id);

CREATE TABLE login_failures (
  account text NOT NULL,
  address text NOT NULL,
  failures int NOT NULL,
  locked_until timestamptz,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (account, address)
);

CREATE TABLE ingest_keys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations,
  name text NOT NULL,
  key_hash bytea NOT NULL CONSTRAINT ingest_keys__key_hash UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  actor_kind text NOT NULL,
  user_id bigint,
  action text NOT NULL,
  object_type text NOT NULL,
  object_id text NOT NULL,
  before jsonb,
  after jsonb,
  address text
);
CREATE INDEX audit_log__object ON audit_log (object_type, object_id, at);

-- Stations and devices. Telemetry knows them by id alone.
CREATE TABLE stations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations,
  owner_id bigint REFERENCES users,
  name text NOT NULL,
  type text NOT NULL,
  grid_type text,
  capacity_kw double precision NOT NULL,
  battery_kwh double precision,
  time_zone text NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  elevation double precision,
  tilt double precision,
  azimuth double precision,
  country text,
  address text,
  currency text,
  price_buy double precision,
  price_feed_in double precision,
  grid_connected_on date,
  installed_on date,
  first_power_on date,
  -- Shown, masked, to visitors.
  shared boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX stations__organisation ON stations (organisation_id);
CREATE INDEX stations__owner ON stations (owner_id);

CREATE TABLE devices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sn text NOT NULL CONSTRAINT devices__sn UNIQUE,
  kind text NOT NULL,
  name text,
  model text,
  manufacturer text,
  profile_id text,
  meter_role text,
  rated_power double precision,
  firmware text,
  attributes jsonb NOT NULL DEFAULT '{}',
  station_id bigint REFERENCES stations,
  organisation_id bigint REFERENCES organisations,
  parent_id bigint REFERENCES devices,
  -- Salted SHA-256 of a generated secret; null: the device's protocol has none.
  secret_hash bytea,
  secret_salt bytea,
  upload_interval_seconds double precision,
  first_seen_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX devices__station ON devices (station_id);
CREATE INDEX devices__parent ON devices (parent_id);

-- Live state, one row each, written in batches by telemetry, never by a request.
CREATE TABLE station_states (
  station_id bigint PRIMARY KEY REFERENCES stations ON DELETE CASCADE,
  status text NOT NULL DEFAULT 'connecting',
  communication text NOT NULL DEFAULT 'never',
  power double precision,
  load double precision,
  grid double precision,
  battery double precision,
  soc double precision,
  irradiance double precision,
  energy_today double precision,
  energy_month double precision,
  energy_year double precision,
  energy_total double precision,
  devices_online int NOT NULL DEFAULT 0,
  devices_total int NOT NULL DEFAULT 0,
  alarms_emergency int NOT NULL DEFAULT 0,
  alarms_general int NOT NULL DEFAULT 0,
  alarms_tip int NOT NULL DEFAULT 0,
  last_data_at timestamptz
) WITH (fillfactor = 50);

CREATE TABLE device_states (
  device_id bigint PRIMARY KEY REFERENCES devices ON DELETE CASCADE,
  status text NOT NULL DEFAULT 'connecting',
  run_mode text,
  connection text,
  power double precision,
  energy_today double precision,
  soc double precision,
  signal double precision,
  open_alarms int NOT NULL DEFAULT 0,
  last_data_at timestamptz,
  last_seen_at timestamptz
) WITH (fillfactor = 50);

-- Points outside the catalogue: one id for a key over the whole platform, and who brought it.
CREATE TABLE custom_points (
  id int GENERATED ALWAYS AS IDENTITY (START WITH 10000 MAXVALUE 65535) PRIMARY KEY,
  key text NOT NULL CONSTRAINT custom_points__key UNIQUE
);
CREATE TABLE device_custom_points (
  device_id bigint NOT NULL REFERENCES devices ON DELETE CASCADE,
  point_id int NOT NULL REFERENCES custom_points,
  PRIMARY KEY (device_id, point_id)
);

CREATE TABLE alarms (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  station_id bigint REFERENCES stations,
  device_id bigint NOT NULL REFERENCES devices,
  type text NOT NULL,
  code text NOT NULL,
  level text NOT NULL,
  text_key text NOT NULL,
  handling text NOT NULL DEFAULT 'unhandled',
  began_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  recovered_at timestamptz,
  count int NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX alarms__one_active ON alarms (device_id, code) WHERE recovered_at IS NULL;
CREATE INDEX alarms__station ON alarms (station_id, began_at DESC);
CREATE INDEX alarms__active ON alarms (began_at DESC) WHERE recovered_at IS NULL;

CREATE TABLE imports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  station_id bigint NOT NULL REFERENCES stations,
  user_id bigint REFERENCES users,
  file_name text NOT NULL,
  file_id text NOT NULL,
  mapping jsonb NOT NULL,
  on_error text NOT NULL,
  state text NOT NULL,
  rows_total int NOT NULL DEFAULT 0,
  rows_done int NOT NULL DEFAULT 0,
  samples bigint NOT NULL DEFAULT 0,
  error_count int NOT NULL DEFAULT 0,
  errors jsonb NOT NULL DEFAULT '[]',
  devices jsonb NOT NULL DEFAULT '[]',
  first_time timestamptz,
  last_time timestamptz,
  message text,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);
CREATE INDEX imports__station ON imports (station_id, created_at DESC);
