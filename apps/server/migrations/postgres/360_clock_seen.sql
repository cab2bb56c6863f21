-- When servers looked at their clock last before they deleted something by it. Where it leapt since, nothing is deleted for a while.
CREATE TABLE clock_seen (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  seen_at timestamptz NOT NULL,
  -- From what to what it leapt, and up to when deletions wait.
  leapt_from timestamptz,
  leapt_to timestamptz,
  held_until timestamptz
);
