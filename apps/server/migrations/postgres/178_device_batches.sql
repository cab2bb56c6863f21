-- Devices under a code and a name, which people handle together.
CREATE TABLE device_batches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations ON DELETE CASCADE,
  code text NOT NULL,
  name text NOT NULL,
  remark text NOT NULL DEFAULT '',
  user_id bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  revision int NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX device_batches__code ON device_batches (organisation_id, code);
CREATE TABLE device_batch_devices (
  batch_id bigint NOT NULL REFERENCES device_batches ON DELETE CASCADE,
  device_id bigint NOT NULL REFERENCES devices ON DELETE CASCADE,
  PRIMARY KEY (batch_id, device_id)
);
CREATE INDEX device_batch_devices__device ON device_batch_devices (device_id);
-- Which batches a run was started on: what was done to a batch.
CREATE TABLE run_batches (
  run_id bigint NOT NULL REFERENCES runs ON DELETE CASCADE,
  batch_id bigint NOT NULL REFERENCES device_batches ON DELETE CASCADE,
  PRIMARY KEY (batch_id, run_id)
);
CREATE INDEX run_batches__run ON run_batches (run_id);
-- Tasks from before name no batch.
UPDATE tasks SET target = target || '{"batchIds": []}' WHERE NOT target ? 'batchIds';
