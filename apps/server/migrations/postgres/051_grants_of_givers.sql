-- The grants that somebody gave are looked up whenever a list of grants is shown.
CREATE INDEX grants__created_by ON grants (created_by);
