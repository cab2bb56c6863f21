import type { InstructionSet } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';

/** A set with a digest of all that it sends: another one is another set, whatever it is called. */
export type ViewedSet = InstructionSet & { digest: string };

const nameOf = (table: string) =>
  sql`lower(${sql.ref(`${table}.name`)} COLLATE pg_c_utf8), ${sql.ref(`${table}.id`)}`;

/** Sets under a condition on them, by name, each with its steps. Steps are read for those of the page alone: an organisation may have a quarter of a million. */
export async function viewSets(
  db: Db,
  { where, end }: { where: RawBuilder<SqlBool>; end: RawBuilder<unknown> },
): Promise<ViewedSet[]> {
  const { rows } = await sql<ViewedSet>`
    SELECT sets.id, sets.code, sets.name, sets.description, sets.revision, inside.*
      FROM (SELECT * FROM instruction_sets WHERE ${where} ORDER BY ${nameOf('instruction_sets')} ${end}) AS sets
     CROSS JOIN LATERAL (
       SELECT bool_or(one.dangerous) AS dangerous, bool_or(one.data <> '') AS writes,
              encode(sha256(convert_to(jsonb_agg(jsonb_build_array(one.code, one.fn, one.address, one.count, one.data, one.dangerous,
                step.delay_seconds, step.goes_on, step.reads_back) ORDER BY step.position)::text, 'UTF8')), 'hex') AS digest,
              jsonb_agg(jsonb_build_object('instructionId', one.id, 'name', one.name, 'delaySeconds', step.delay_seconds,
                'goesOn', step.goes_on, 'readsBack', step.reads_back) ORDER BY step.position) AS steps
         FROM instruction_set_steps step JOIN instructions one ON one.id = step.instruction_id
        WHERE step.set_id = sets.id HAVING count(*) > 0) AS inside
     ORDER BY ${nameOf('sets')}`.execute(db);
  return rows;
}
