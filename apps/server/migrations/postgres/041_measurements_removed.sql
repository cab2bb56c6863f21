-- Values of devices that are taken back are announced to all servers.
ALTER TABLE changes DROP CONSTRAINT changes_topic_check;
ALTER TABLE changes ADD CONSTRAINT changes_topic_check
  CHECK (topic IN ('deviceChanged', 'stationChanged', 'accessChanged', 'recordingsChanged', 'measurementsRemoved'));
