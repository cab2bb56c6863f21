-- Profiles of organisations, by which devices of theirs are read. A device names one as `own-<id>`.
CREATE TABLE own_profiles (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations ON DELETE CASCADE,
  -- The family that it began as, by which its devices are read where it does not reach.
  family text,
  data jsonb NOT NULL,
  revision int NOT NULL DEFAULT 1,
  user_id bigint REFERENCES users ON DELETE SET NULL,
  changed_at timestamptz NOT NULL
);
CREATE INDEX own_profiles__organisation ON own_profiles (organisation_id);
CREATE INDEX own_profiles__user ON own_profiles (user_id);
CREATE INDEX devices__own_profile ON devices (profile_id) WHERE profile_id LIKE 'own-%';
