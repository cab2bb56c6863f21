-- Nothing reads it any more. Servers of the version before still do while they are replaced one after the other, so it stays with a value.
ALTER TABLE fact_sources ALTER COLUMN stored_until SET DEFAULT now();
