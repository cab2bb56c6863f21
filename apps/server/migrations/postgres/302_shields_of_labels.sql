-- A shield by label is a row of its own that is about no station: it says of which label it is, of whose, and at which stations it is followed (null: at all of the
-- organisation). Each station or device that carries the label has a row below it.
ALTER TABLE alarm_shields
  ALTER COLUMN station_id DROP NOT NULL,
  ADD COLUMN parent_id bigint REFERENCES alarm_shields (id) ON DELETE CASCADE,
  ADD COLUMN organisation_id bigint REFERENCES organisations (id) ON DELETE CASCADE,
  ADD COLUMN label_id bigint REFERENCES labels (id) ON DELETE SET NULL,
  ADD COLUMN label_name text,
  ADD COLUMN reach bigint[];
ALTER TABLE alarm_shields DROP CONSTRAINT alarm_shields_kind_check;
ALTER TABLE alarm_shields ADD CONSTRAINT alarm_shields_kind_check CHECK (kind IN ('fault', 'maintenance', 'label'));
ALTER TABLE alarm_shields ADD CONSTRAINT alarm_shields__place CHECK ((kind = 'label') = (station_id IS NULL) AND (kind = 'label') = (organisation_id IS NOT NULL));

CREATE INDEX alarm_shields__parent ON alarm_shields (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX alarm_shields__label ON alarm_shields (label_id) WHERE label_id IS NOT NULL;
CREATE INDEX alarm_shields__organisation ON alarm_shields (organisation_id) WHERE organisation_id IS NOT NULL;

-- One runs at a time for a subject: of those that people made there, and of each label.
DROP INDEX alarm_shields_station_id_code_text_key_coalesce_idx;
CREATE UNIQUE INDEX alarm_shields__one_running ON alarm_shields (station_id, code, text_key, coalesce(device_id, 0), coalesce(parent_id, 0))
  WHERE ended_at IS NULL AND kind = 'fault';
CREATE UNIQUE INDEX alarm_shields__one_of_label ON alarm_shields (organisation_id, label_id, code, text_key) WHERE ended_at IS NULL AND kind = 'label';
