-- When the holder of a registration heard that another device came with its serial number: the days until that one may take it count from here.
ALTER TABLE devices ADD COLUMN contended_at timestamptz;

-- The network from which a logger named a device over a connection that is not believed. Null: it was believed, or nobody asked yet.
ALTER TABLE discovered_devices ADD COLUMN named_from text;

-- Devices that an organisation got lately are counted, with those that it unbound again.
DROP INDEX devices__organisation;
CREATE INDEX devices__organisation ON devices (organisation_id, created_at);
CREATE INDEX devices__freed ON devices (freed_from, created_at) WHERE freed_from IS NOT NULL;
