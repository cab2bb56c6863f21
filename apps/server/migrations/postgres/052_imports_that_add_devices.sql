-- Whether an import may add devices that its station lacks: who began it could, by role and, for a program, by what its API key names.
ALTER TABLE imports ADD COLUMN adds_devices boolean NOT NULL DEFAULT true;
