-- Columns, order and filters of the list of stations under a name. A view goes with its author.
CREATE TABLE saved_views (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Whose people see it as well; null: its author alone.
  organisation_id bigint REFERENCES organisations ON DELETE SET NULL,
  name text NOT NULL,
  columns text[] NOT NULL,
  filters jsonb NOT NULL,
  sort text NOT NULL,
  direction text NOT NULL
);
CREATE UNIQUE INDEX saved_views__name ON saved_views (user_id, lower(name));
CREATE UNIQUE INDEX saved_views__shared_name ON saved_views (organisation_id, lower(name)) WHERE organisation_id IS NOT NULL;
-- The view with which somebody's list opens.
CREATE TABLE default_views (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  view_id bigint NOT NULL REFERENCES saved_views ON DELETE CASCADE
);
CREATE INDEX default_views__view ON default_views (view_id);
