-- What people write down of a device beside its name and model, and how often it was edited.
ALTER TABLE devices ADD COLUMN production_date date, ADD COLUMN warranty_end date, ADD COLUMN first_power_on date, ADD COLUMN remark text,
  ADD COLUMN version int NOT NULL DEFAULT 1;
