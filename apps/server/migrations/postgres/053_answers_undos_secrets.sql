-- Whose words the answer to a dispute is: they go with that account, and when it was answered stays.
ALTER TABLE disputes ADD COLUMN answered_by bigint REFERENCES users ON DELETE SET NULL;
-- The log says who answered; an answer of somebody who is gone by now, or of whom the log tells nothing, goes.
UPDATE disputes SET answered_by = (
  SELECT users.id FROM audit_log
    JOIN users ON users.id = audit_log.user_id
   WHERE audit_log.action = 'disputes.reply' AND audit_log.object_id = disputes.device_id::text
     AND audit_log.at BETWEEN disputes.answered_at - interval '1 minute' AND disputes.answered_at + interval '1 minute'
   ORDER BY abs(extract(epoch FROM audit_log.at - disputes.answered_at)) LIMIT 1)
 WHERE answer IS NOT NULL;
UPDATE disputes SET answer = NULL WHERE answered_by IS NULL;

-- What an import was before it began to be taken back, for one whose taking back is refused before anything is deleted.
ALTER TABLE imports ADD COLUMN state_before_undo text;

-- The last secret that a device proved, where the one after it was handed over, nobody knows whether it arrived, and there is a newer one already.
ALTER TABLE devices ADD COLUMN earlier_secret_hash bytea, ADD COLUMN earlier_secret_salt bytea;
