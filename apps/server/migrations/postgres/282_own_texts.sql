-- Texts that an installation shows in place of those of the product.
CREATE TABLE own_texts (
  language text NOT NULL,
  domain text NOT NULL,
  key text NOT NULL,
  text text NOT NULL,
  user_id bigint REFERENCES users ON DELETE SET NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (language, domain, key)
);
CREATE INDEX own_texts__user ON own_texts (user_id);

ALTER TABLE changes DROP CONSTRAINT changes_topic_check;
ALTER TABLE changes ADD CONSTRAINT changes_topic_check CHECK (topic IN
  ('deviceChanged', 'stationChanged', 'accessChanged', 'recordingsChanged', 'measurementsRemoved', 'pointsChanged', 'alarmsChanged', 'alarmRulesChanged',
   'textsChanged'));
