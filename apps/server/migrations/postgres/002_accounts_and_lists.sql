-- Whether the user asked to stay signed in: how far each refresh moves the end of the session.
ALTER TABLE sessions ADD COLUMN remember boolean NOT NULL DEFAULT false;
CREATE INDEX sessions__refresh_expires_at ON sessions (refresh_expires_at);
