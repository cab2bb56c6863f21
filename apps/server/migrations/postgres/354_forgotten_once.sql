-- When what a device measured was deleted for the first time. It is deleted once more later, because what was being stored at that moment came after it.
ALTER TABLE devices_to_forget ADD COLUMN forgotten_at timestamptz;
