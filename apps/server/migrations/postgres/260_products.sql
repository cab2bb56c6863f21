-- Models of devices as their makers sell them: of an organisation, or (without one) of the library for all.
CREATE TABLE products (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint REFERENCES organisations ON DELETE CASCADE,
  manufacturer text NOT NULL,
  model text NOT NULL,
  kind text NOT NULL,
  profile_id text,
  specification jsonb NOT NULL,
  parts jsonb NOT NULL,
  warranty_months int,
  warranty_from text NOT NULL,
  warranty_text text NOT NULL,
  remark text NOT NULL,
  revision int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX products__name ON products (coalesce(organisation_id, 0), lower(manufacturer), lower(model));
-- Which product a device is, and whether the end of its warranty follows from the product's terms or was typed.
ALTER TABLE devices
  ADD COLUMN product_id bigint REFERENCES products ON DELETE SET NULL,
  ADD COLUMN warranty_of_product boolean NOT NULL DEFAULT false;
CREATE INDEX devices__product ON devices (product_id) WHERE product_id IS NOT NULL;
ALTER TABLE device_batches ADD COLUMN product_id bigint REFERENCES products ON DELETE SET NULL;
CREATE INDEX device_batches__product ON device_batches (product_id) WHERE product_id IS NOT NULL;
