-- New custom points of a device are announced to all servers: each keeps ids and keys in memory.
ALTER TABLE changes DROP CONSTRAINT changes_topic_check;
ALTER TABLE changes ADD CONSTRAINT changes_topic_check CHECK (topic IN
  ('deviceChanged', 'stationChanged', 'accessChanged', 'recordingsChanged', 'measurementsRemoved', 'pointsChanged'));
