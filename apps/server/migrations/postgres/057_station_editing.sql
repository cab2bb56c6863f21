-- Which state of a station somebody edits, and what is kept of it beside the fields it began with.
ALTER TABLE stations
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN post_code text,
  ADD COLUMN contact_phone text,
  ADD COLUMN contact_email text,
  ADD COLUMN notes text;
