-- Pictures and documents of products. Their content is in the store of files.
CREATE TABLE product_files (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id bigint NOT NULL REFERENCES products ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('picture', 'document')),
  name text NOT NULL,
  type text NOT NULL,
  bytes integer NOT NULL,
  width integer,
  height integer,
  file text NOT NULL UNIQUE,
  created_by bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX product_files__product ON product_files (product_id, id);
CREATE INDEX product_files__created_by ON product_files (created_by);
