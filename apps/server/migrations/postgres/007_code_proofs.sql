-- A code that was checked and found right proves its holder by a token for as long as the code lives.
ALTER TABLE verification_codes ADD COLUMN proof_hash bytea;
