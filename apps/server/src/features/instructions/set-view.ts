import type { InstructionSet } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';

/** Sets under a condition on them, by name, each with its steps. */
export async function viewSets(
  db: Db,
  { where, end }: { where: RawBuilder<SqlBool>; end: RawBuilder<unknown> },
): Promise<InstructionSet[]> {
  const { rows } = await sql<InstructionSet>`
    SELECT instruction_sets.id, instruction_sets.code, instruction_sets.name, instruction_sets.description, instruction_sets.revision,
           bool_or(one.dangerous) AS dangerous, bool_or(one.data <> '') AS writes,
           jsonb_agg(jsonb_build_object('instructionId', one.id, 'name', one.name, 'delaySeconds', step.delay_seconds,
             'goesOn', step.goes_on, 'readsBack', step.reads_back) ORDER BY step.position) AS steps
      FROM instruction_sets JOIN instruction_set_steps step ON step.set_id = instruction_sets.id
      JOIN instructions one ON one.id = step.instruction_id
     WHERE ${where} GROUP BY instruction_sets.id
     ORDER BY lower(instruction_sets.name COLLATE pg_c_utf8), instruction_sets.id ${end}`.execute(db);
  return rows;
}
