-- Who ordered it: by whose right it is done when its turn comes. What waited before this is ordered anew.
ALTER TABLE sim_requests ADD COLUMN user_id bigint REFERENCES users ON DELETE SET NULL;
CREATE INDEX sim_requests__user ON sim_requests (user_id);
