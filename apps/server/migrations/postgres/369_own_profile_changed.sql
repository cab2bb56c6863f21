-- A profile that is saved is announced as one change, not as one of each device that names it.
ALTER TABLE changes DROP CONSTRAINT changes_topic_check;
ALTER TABLE changes ADD CONSTRAINT changes_topic_check CHECK (topic IN
  ('deviceChanged', 'stationChanged', 'accessChanged', 'recordingsChanged', 'measurementsRemoved', 'pointsChanged', 'alarmsChanged', 'alarmRulesChanged',
   'textsChanged', 'ownProfileChanged'));
