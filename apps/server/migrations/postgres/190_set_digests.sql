-- What the set of a task was when somebody planned it: it does not begin with another one.
ALTER TABLE tasks ADD COLUMN set_digest text;
UPDATE tasks SET set_digest = made.digest
  FROM (SELECT step.set_id, encode(sha256(convert_to(jsonb_agg(jsonb_build_array(one.code, one.fn, one.address, one.count, one.data, one.dangerous,
               step.delay_seconds, step.goes_on, step.reads_back) ORDER BY step.position)::text, 'UTF8')), 'hex') AS digest
          FROM instruction_set_steps step JOIN instructions one ON one.id = step.instruction_id GROUP BY step.set_id) made
 WHERE made.set_id = tasks.instruction_set_id;
