-- Changes of configuration, written in the transaction that makes them; every server reads them and drops what it remembers.
CREATE TABLE changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The writing transaction: readers go on from the oldest one that was still running, so none is missed.
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  topic text NOT NULL CHECK (topic IN ('deviceChanged', 'stationChanged', 'accessChanged')),
  -- Id of the device or station.
  subject bigint,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX changes__xid ON changes (xid);
CREATE INDEX changes__at ON changes (at);
