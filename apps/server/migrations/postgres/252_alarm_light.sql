-- The light on the modules in the five minutes in which an alarm began, W/m², noted when its loss is counted; null: not known. What was counted for good before keeps none, because
-- another count would take the prices of today.
ALTER TABLE alarms ADD irradiance real;
