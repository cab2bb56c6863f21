-- Accounts that the demo made: `open`, or `locked` because the server was started without the demo. Null: of people.
ALTER TABLE users ADD COLUMN demo text CHECK (demo IN ('open', 'locked'));
-- Until now they were known by their address alone, and their passwords stood in the source.
UPDATE users SET demo = 'open' WHERE email IN
  ('manager@demo.sunfleet.local', 'installer@demo.sunfleet.local', 'owner@demo.sunfleet.local');

-- Who tried what, and when, for limits that hold over all servers. Rows are dropped after a day.
CREATE TABLE tries (
  subject text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX tries__subject ON tries (subject, at);
CREATE INDEX tries__at ON tries (at);

-- When the holder of a session last proved who it is, by password, passkey or second factor; null: not yet.
ALTER TABLE sessions ADD COLUMN proven_at timestamptz;
