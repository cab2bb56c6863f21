-- What was missing while an alarm stood, Wh, and the part of it that is its own where others stood at the same device; null: not known.
-- What that was worth, minor units of the currency. When it is counted next; null: never again.
ALTER TABLE alarms
  ADD lost double precision,
  ADD lost_share double precision,
  ADD lost_amount double precision,
  ADD lost_currency text,
  ADD loss_due_at timestamptz DEFAULT '-infinity';

CREATE INDEX alarms__loss_due ON alarms (loss_due_at) WHERE loss_due_at IS NOT NULL;
-- The worst ones first, over all that ever were.
CREATE INDEX alarms__lost ON alarms (lost DESC) WHERE lost > 0;
