-- For whom its author worked: what was granted to an organisation ends with what its people kept quiet by it, also those who have left since. Of running
-- ones it is where their authors work now.
ALTER TABLE alarm_shields ADD COLUMN made_for bigint REFERENCES organisations (id) ON DELETE SET NULL;
UPDATE alarm_shields SET made_for = users.organisation_id FROM users WHERE users.id = alarm_shields.created_by AND alarm_shields.ended_at IS NULL;
CREATE INDEX alarm_shields__made_for ON alarm_shields (made_for) WHERE made_for IS NOT NULL;
