-- A device hangs on a logger of its own station, or of its own organisation while neither is bound. Links that devices claimed
-- across that border are cleared.
UPDATE devices AS child SET parent_id = NULL
  FROM devices AS parent
 WHERE parent.id = child.parent_id
   AND (parent.id = child.id
     OR parent.station_id IS DISTINCT FROM child.station_id
     OR (child.station_id IS NULL AND parent.organisation_id IS DISTINCT FROM child.organisation_id));
