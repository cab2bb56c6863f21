-- Parts of the address of a station, as people type them. Town and region are those of its place where nobody did.
ALTER TABLE stations
  ADD COLUMN province text,
  ADD COLUMN city text,
  ADD COLUMN district text;
