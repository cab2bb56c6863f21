-- Instruction sets that run on devices at a time or again and again.
CREATE TABLE tasks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations ON DELETE CASCADE,
  -- By whose right; judged each time it begins.
  user_id bigint REFERENCES users ON DELETE SET NULL,
  name text NOT NULL,
  instruction_set_id bigint REFERENCES instruction_sets ON DELETE SET NULL,
  target jsonb NOT NULL,
  schedule jsonb NOT NULL,
  time_zone text NOT NULL,
  -- Times of the day between which a device begins, by the clock of its station.
  begin_window jsonb,
  missed text NOT NULL,
  concurrency int NOT NULL,
  minutes int NOT NULL,
  reason text NOT NULL DEFAULT '',
  suspended boolean NOT NULL DEFAULT false,
  -- Null: it does not begin by itself any more.
  next_at timestamptz,
  revision int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL
);
CREATE INDEX tasks__organisation ON tasks (organisation_id, id);
CREATE INDEX tasks__due ON tasks (next_at) WHERE NOT suspended;
CREATE INDEX tasks__set ON tasks (instruction_set_id);
-- Each time at which one was due, once, whichever server began it.
CREATE TABLE task_runs (
  task_id bigint NOT NULL REFERENCES tasks ON DELETE CASCADE,
  due_at timestamptz NOT NULL,
  at timestamptz NOT NULL,
  state text NOT NULL,
  reason text,
  run_id bigint REFERENCES runs ON DELETE SET NULL,
  PRIMARY KEY (task_id, due_at)
);
CREATE INDEX task_runs__run ON task_runs (run_id);
