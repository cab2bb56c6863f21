import type { InstructionSet } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';

/** A set with a digest of all that it sends: another one is another set, whatever it is called. */
export type ViewedSet = InstructionSet & { digest: string };

/** Sets under a condition on them, by name, each with its steps. */
export async function viewSets(
  db: Db,
  { where, end }: { where: RawBuilder<SqlBool>; end: RawBuilder<unknown> },
): Promise<ViewedSet[]> {
  const { rows } = await sql<ViewedSet>`
    SELECT instruction_sets.id, instruction_sets.code, instruction_sets.name, instruction_sets.description, instruction_sets.revision,
           bool_or(one.dangerous) AS dangerous, bool_or(one.data <> '') AS writes,
           encode(sha256(convert_to(jsonb_agg(jsonb_build_array(one.code, one.fn, one.address, one.count, one.data, one.dangerous,
             step.delay_seconds, step.goes_on, step.reads_back) ORDER BY step.position)::text, 'UTF8')), 'hex') AS digest,
           jsonb_agg(jsonb_build_object('instructionId', one.id, 'name', one.name, 'delaySeconds', step.delay_seconds,
             'goesOn', step.goes_on, 'readsBack', step.reads_back) ORDER BY step.position) AS steps
      FROM instruction_sets JOIN instruction_set_steps step ON step.set_id = instruction_sets.id
      JOIN instructions one ON one.id = step.instruction_id
     WHERE ${where} GROUP BY instruction_sets.id
     ORDER BY lower(instruction_sets.name COLLATE pg_c_utf8), instruction_sets.id ${end}`.execute(db);
  return rows;
}
