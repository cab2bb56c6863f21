-- A custom point belongs to one organisation, or to a share of those who have none: the same key of two of them is two points.
-- Ids have 32 bits, in the samples as well. Devices keep the points they have, whoever made them.
ALTER TABLE custom_points DROP CONSTRAINT custom_points__key;
ALTER TABLE custom_points ALTER COLUMN id SET MAXVALUE 2147483647;
ALTER TABLE custom_points ADD COLUMN organisation_id bigint REFERENCES organisations ON DELETE SET NULL;
ALTER TABLE custom_points ALTER COLUMN brought_by DROP NOT NULL, ALTER COLUMN brought_by DROP DEFAULT, ALTER COLUMN created_at DROP DEFAULT;
UPDATE custom_points SET organisation_id = organisations.id FROM organisations WHERE brought_by = 'organisation ' || organisations.id;
UPDATE custom_points SET brought_by = NULL WHERE brought_by LIKE 'organisation %';
ALTER TABLE custom_points
  ADD CONSTRAINT custom_points__key_of_organisation UNIQUE (organisation_id, key),
  ADD CONSTRAINT custom_points__key_of_share UNIQUE (brought_by, key);
CREATE INDEX device_custom_points__point ON device_custom_points (point_id);
