-- What organisations send to their devices again and again: single requests of Modbus, and sets of them in an order.
CREATE TABLE instructions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations ON DELETE CASCADE,
  code text NOT NULL,
  name text NOT NULL,
  fn int NOT NULL,
  address int NOT NULL,
  -- Registers that are read; of a write as many as `data` holds.
  count int NOT NULL,
  -- Words that are written, four hex digits each; empty: it reads.
  data text NOT NULL,
  dangerous boolean NOT NULL,
  description text NOT NULL DEFAULT '',
  revision int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX instructions__code ON instructions (organisation_id, code);
CREATE TABLE instruction_sets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations ON DELETE CASCADE,
  code text NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  revision int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX instruction_sets__code ON instruction_sets (organisation_id, code);
CREATE TABLE instruction_set_steps (
  set_id bigint NOT NULL REFERENCES instruction_sets ON DELETE CASCADE,
  position int NOT NULL,
  instruction_id bigint NOT NULL REFERENCES instructions,
  delay_seconds int NOT NULL DEFAULT 0,
  goes_on boolean NOT NULL DEFAULT false,
  reads_back boolean NOT NULL DEFAULT true,
  PRIMARY KEY (set_id, position)
);
CREATE INDEX instruction_set_steps__instruction ON instruction_set_steps (instruction_id);
