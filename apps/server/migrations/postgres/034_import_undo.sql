-- An import can be taken back: what it wrote is listed in ClickHouse (`import_values`).
ALTER TABLE imports
  -- Rows of the file whose values are listed there; an import that goes on after a crash lists none twice.
  ADD COLUMN rows_listed int NOT NULL DEFAULT 0,
  -- Null: its values are not listed, because it stored none, or before there were lists.
  ADD COLUMN undoable_until timestamptz,
  ADD COLUMN undo_began_at timestamptz,
  ADD COLUMN undone_at timestamptz,
  ADD COLUMN undone_by bigint REFERENCES users ON DELETE SET NULL,
  -- Up to which time of measurement values are gone; an undo goes on from here.
  ADD COLUMN undone_until timestamptz,
  ADD COLUMN values_undone bigint NOT NULL DEFAULT 0;
