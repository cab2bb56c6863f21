-- What the giver typed, as it is compared. Nobody is told whether there is such an account or code before the other side accepts.
ALTER TABLE grants
  ADD COLUMN to_account text,
  ADD COLUMN to_code text,
  DROP CONSTRAINT grants__one_grantee,
  ADD CONSTRAINT grants__one_grantee CHECK (
    num_nonnulls(coalesce(to_user_id::text, to_account), coalesce(to_organisation_id::text, to_code)) = 1);
CREATE INDEX grants__to_account ON grants (to_account) WHERE to_user_id IS NULL AND state = 'pending';

-- A station is offered to a person, who becomes its owner, or to an organisation, which looks after it.
ALTER TABLE hand_overs
  ALTER COLUMN to_user_id DROP NOT NULL,
  ADD COLUMN to_organisation_id bigint REFERENCES organisations ON DELETE CASCADE,
  ADD COLUMN to_account text,
  ADD COLUMN to_code text,
  ADD COLUMN expires_at timestamptz NOT NULL DEFAULT now() + interval '7 days',
  ADD CONSTRAINT hand_overs__one_receiver CHECK (
    num_nonnulls(coalesce(to_user_id::text, to_account), coalesce(to_organisation_id::text, to_code)) = 1);
ALTER TABLE hand_overs ALTER COLUMN expires_at DROP DEFAULT;
DROP INDEX hand_overs__one_open;
CREATE UNIQUE INDEX hand_overs__one_open
  ON hand_overs (station_id, (to_organisation_id IS NULL AND to_code IS NULL)) WHERE state = 'pending';
CREATE INDEX hand_overs__to_organisation ON hand_overs (to_organisation_id) WHERE state = 'pending';
CREATE INDEX hand_overs__to_account ON hand_overs (to_account) WHERE to_user_id IS NULL AND state = 'pending';
CREATE INDEX hand_overs__expires ON hand_overs (expires_at) WHERE state = 'pending';

-- What leaving accounts decided names whom it is offered to. New owners that were named before are asked as well.
INSERT INTO hand_overs (station_id, from_user_id, to_user_id, created_at, expires_at)
  SELECT stations.id, users.id, heir.id, now(), now() + interval '15 days'
    FROM users CROSS JOIN LATERAL jsonb_array_elements(users.cancel_choices) choice
    JOIN stations ON stations.id = (choice ->> 'stationId')::bigint AND stations.owner_id = users.id
    JOIN users heir ON heir.id = (choice ->> 'toUserId')::bigint
   WHERE choice ->> 'fate' = 'transfer'
  ON CONFLICT DO NOTHING;
UPDATE users SET cancel_choices = (
  SELECT coalesce(jsonb_agg((choice - 'toUserId') || '{"to": null}'), '[]') FROM jsonb_array_elements(cancel_choices) choice)
 WHERE cancel_choices IS NOT NULL;
