-- Views of more lists than that of stations, each with names and a first view of its own.
ALTER TABLE saved_views ADD list text NOT NULL DEFAULT 'stations' CHECK (list IN ('stations', 'alarms'));
DROP INDEX saved_views__name;
DROP INDEX saved_views__shared_name;
CREATE UNIQUE INDEX saved_views__name ON saved_views (user_id, list, lower(name));
CREATE UNIQUE INDEX saved_views__shared_name ON saved_views (organisation_id, list, lower(name)) WHERE organisation_id IS NOT NULL;

ALTER TABLE default_views ADD list text NOT NULL DEFAULT 'stations';
ALTER TABLE default_views DROP CONSTRAINT default_views_pkey;
ALTER TABLE default_views ADD PRIMARY KEY (user_id, list);
