-- Where somebody asked for a message from, while it waits: whoever asks for thousands to as many recipients waits behind the first ones of everybody else.
ALTER TABLE outbox ADD COLUMN asked_from text;
CREATE INDEX outbox__waiting_from ON outbox (asked_from) WHERE state = 'waiting' AND asked_from IS NOT NULL;
