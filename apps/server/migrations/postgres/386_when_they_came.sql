-- How many came lately is asked with each new one.
CREATE INDEX devices__created ON devices (created_at);
CREATE INDEX stations__created ON stations (created_at);
