-- Views of the list of devices.
ALTER TABLE saved_views DROP CONSTRAINT saved_views_list_check;
ALTER TABLE saved_views ADD CONSTRAINT saved_views_list_check CHECK (list IN ('stations', 'alarms', 'devices'));

-- Since when somebody refuses a device that no station has; null: nobody does.
ALTER TABLE devices ADD blocked_at timestamptz;
