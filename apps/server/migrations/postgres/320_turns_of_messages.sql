-- Of the same recipient so many waited when it was written: first messages of all go before further ones of somebody.
ALTER TABLE outbox ADD COLUMN turn int NOT NULL DEFAULT 0;
CREATE INDEX outbox__turn ON outbox (turn, next_try_at) WHERE state = 'waiting';
CREATE INDEX outbox__waiting_of ON outbox (recipient) WHERE state = 'waiting';
