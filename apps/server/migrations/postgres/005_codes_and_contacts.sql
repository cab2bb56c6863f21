-- The secret a message carries, so that it can be taken out once it is worth nothing: `secret_of` names what it opens.
ALTER TABLE outbox
  ADD COLUMN secret text,
  ADD COLUMN secret_of text,
  ADD COLUMN secret_until timestamptz,
  ADD COLUMN redacted boolean NOT NULL DEFAULT false;
CREATE INDEX outbox__secret_of ON outbox (secret_of) WHERE secret_of IS NOT NULL;
CREATE INDEX outbox__secret_until ON outbox (secret_until) WHERE secret_until IS NOT NULL;

-- Messages of before. The words around an initial password are not known here: its whole text goes with it.
UPDATE outbox SET secret = substring(body FROM '[0-9]{6}'), secret_of = 'code: ' || template || ' of ' || recipient,
    secret_until = created_at + interval '10 minutes'
  WHERE body <> '' AND template IN ('register', 'login', 'resetPassword', 'changeContact', 'cancelAccount');
UPDATE outbox SET secret_of = 'initial password: #' || users.id,
    secret_until = CASE WHEN users.must_change_password AND NOT users.initial_password_used
      THEN outbox.created_at + interval '7 days' ELSE outbox.created_at END
  FROM users WHERE outbox.body <> '' AND outbox.template = 'initialPassword' AND outbox.recipient = users.email;
UPDATE outbox SET secret = invites.code, secret_of = 'invitation: #' || invites.id,
    secret_until = CASE WHEN invites.uses < invites.max_uses THEN invites.expires_at ELSE outbox.created_at END
  FROM invites WHERE outbox.body <> '' AND outbox.template = 'invitation' AND strpos(outbox.body, invites.code) > 0;

-- Wrong codes are counted for the network they come from, beside the sum of all in verification_codes.
CREATE TABLE code_tries (
  target text NOT NULL,
  purpose text NOT NULL,
  network text NOT NULL,
  tries int NOT NULL,
  PRIMARY KEY (target, purpose, network),
  FOREIGN KEY (target, purpose) REFERENCES verification_codes ON DELETE CASCADE
);

-- One form of a phone number: `+`, country code, number; `49...` and `0049...` were kept beside it as numbers of their own. Of
-- accounts that turn out to have the same number, the one that is written that way already keeps it, else the oldest gets it; the
-- others stay as they are, and sign in by e-mail or user name.
UPDATE users SET phone = chosen.phone
  FROM (
    SELECT DISTINCT ON (normal.phone) normal.id, normal.phone
      FROM (
        SELECT id, phone AS written, '+' || regexp_replace(phone, '^(\+|00)', '') AS phone
          FROM users WHERE phone ~ '^(\+|00)?[1-9][0-9]{5,14}$'
      ) normal
      ORDER BY normal.phone, normal.written = normal.phone DESC, normal.id
  ) chosen
  WHERE users.id = chosen.id AND users.phone <> chosen.phone;
UPDATE invites SET phone = '+' || regexp_replace(phone, '^(\+|00)', '')
  WHERE phone ~ '^(00)?[1-9][0-9]{5,14}$';
UPDATE outbox SET recipient = '+' || regexp_replace(recipient, '^(\+|00)', '')
  WHERE channel = 'sms' AND recipient ~ '^(00)?[1-9][0-9]{5,14}$';
-- Codes last ten minutes and their counts a day: those under way are asked for anew.
DELETE FROM verification_codes;
DELETE FROM code_requests;
