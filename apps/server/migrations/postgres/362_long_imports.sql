-- Whether an import took long and goes on among those that do, in turns of their own: those of minutes kept everybody else's waiting.
ALTER TABLE imports ADD COLUMN is_long boolean NOT NULL DEFAULT false;
