-- Who reaches a part of an organisation shields by a label beside whoever shields by it everywhere: one shield of a fault for each author.
DROP INDEX alarm_shields__one_of_label;
CREATE UNIQUE INDEX alarm_shields__one_of_label ON alarm_shields (organisation_id, label_id, code, text_key, created_by)
  WHERE ended_at IS NULL AND kind = 'label';
