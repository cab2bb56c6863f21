-- Who judges rules for alarms is told when one is made, changed or removed.
ALTER TABLE changes DROP CONSTRAINT changes_topic_check;
ALTER TABLE changes ADD CONSTRAINT changes_topic_check CHECK (topic IN
  ('deviceChanged', 'stationChanged', 'accessChanged', 'recordingsChanged', 'measurementsRemoved', 'pointsChanged', 'alarmsChanged', 'alarmRulesChanged'));
