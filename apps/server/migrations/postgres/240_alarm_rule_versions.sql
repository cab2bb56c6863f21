-- What a rule said in each of its versions, and who said so. Null: it is not known who.
CREATE TABLE alarm_rule_versions (
  rule_id bigint NOT NULL REFERENCES alarm_rules (id) ON DELETE CASCADE,
  version int NOT NULL,
  at timestamptz NOT NULL,
  by bigint REFERENCES users (id) ON DELETE SET NULL,
  content jsonb NOT NULL,
  PRIMARY KEY (rule_id, version)
);
CREATE INDEX ON alarm_rule_versions (by) WHERE by IS NOT NULL;

INSERT INTO alarm_rule_versions (rule_id, version, at, content)
SELECT id, version, now(), jsonb_build_object(
  'name', name, 'pack', pack, 'level', level, 'enabled', enabled, 'raise', raise, 'clear', clear, 'consecutive', consecutive,
  'onDelay', on_delay, 'offDelay', off_delay, 'stationIds', station_ids, 'labelIds', label_ids, 'models', models)
FROM alarm_rules;

-- Alarms of rules that are found again within a day are the same ones.
CREATE INDEX alarms__recovered_rules ON alarms (recovered_at) WHERE type = 'rule' AND recovered_at IS NOT NULL;
