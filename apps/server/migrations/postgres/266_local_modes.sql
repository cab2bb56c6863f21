-- What the companion app offers at a device of a product, next to it and without the platform. No row: nothing.
CREATE TABLE local_modes (
  product_id bigint PRIMARY KEY REFERENCES products ON DELETE CASCADE,
  -- Keys of parameters of its family.
  parameters jsonb NOT NULL,
  -- Safety standards that an inverter can be set to: code, name and the number that stands for it in the inverter.
  standards jsonb NOT NULL,
  revision int NOT NULL DEFAULT 1,
  user_id bigint REFERENCES users ON DELETE SET NULL,
  changed_at timestamptz NOT NULL
);
CREATE INDEX local_modes__user ON local_modes (user_id);
