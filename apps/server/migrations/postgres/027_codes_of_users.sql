-- One code in a hundred was all digits, and was read as a phone number where a code or a contact may be typed. A letter comes first now.
ALTER TABLE users ALTER COLUMN user_code
  SET DEFAULT 'U' || upper(substr(md5(random()::text || clock_timestamp()::text), 1, 9));
