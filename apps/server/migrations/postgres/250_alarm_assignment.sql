-- Who is to look after an alarm, and to whom it was given before.
ALTER TABLE alarms ADD assigned_to bigint REFERENCES users (id) ON DELETE SET NULL;
CREATE INDEX ON alarms (assigned_to) WHERE assigned_to IS NOT NULL;

ALTER TABLE alarm_steps ADD whom bigint REFERENCES users (id) ON DELETE SET NULL;
CREATE INDEX ON alarm_steps (whom) WHERE whom IS NOT NULL;
ALTER TABLE alarm_steps DROP CONSTRAINT alarm_steps_kind_check;
ALTER TABLE alarm_steps ADD CONSTRAINT alarm_steps_kind_check CHECK (kind IN
  ('confirmed', 'processed', 'reopened', 'noted', 'assigned', 'unassigned', 'shielded', 'shieldEnded'));
