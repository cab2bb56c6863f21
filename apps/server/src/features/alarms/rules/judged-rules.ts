import { sql } from 'kysely';
import { FAMILY } from '../../../platform/families.ts';
import { inPages } from '../../../platform/pages.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { idsOfPath } from '../../../platform/postgres/ids-of-path.ts';
import type { RuleRow } from './rule-groups.ts';

/** Between two pages everything else has its turn: two hundred thousand rules at once kept the process for more than a second. */
const RULES_OF_PAGE = 2000;

/** Rules that are switched on, of organisations that have a station, in their own or in a tight one below. Others can find nothing, and organisations are made at will. */
export async function readJudged(db: Db): Promise<RuleRow[]> {
  const homes = sql`(SELECT DISTINCT above.id FROM organisations AS home CROSS JOIN LATERAL ${idsOfPath('home.scope_path')} AS above (id)
    WHERE EXISTS (SELECT FROM stations WHERE stations.organisation_id = home.id AND stations.ended_at IS NULL))`;
  const { rows: having } = await sql<{ id: number; scopePath: string; family: number | null }>`
    SELECT id, scope_path, ${FAMILY} AS family FROM organisations
     WHERE id IN ${homes} AND EXISTS (SELECT FROM alarm_rules WHERE organisation_id = organisations.id AND enabled)`.execute(
    db,
  );
  const organisations = new Map(having.map((one) => [one.id, one]));
  const ids = [...organisations.keys()];
  const pages = inPages(
    (after, limit) =>
      db
        .selectFrom('alarmRules')
        .selectAll()
        .where('enabled', '=', true)
        .where('id', '>', after)
        .where('organisationId', '=', sql<number>`ANY(${ids}::bigint[])`)
        .orderBy('id')
        .limit(limit)
        .execute(),
    ({ id }) => id,
    RULES_OF_PAGE,
  );
  const rules: RuleRow[] = [];
  for await (const page of pages)
    for (const rule of page) {
      const { scopePath, family } = organisations.get(rule.organisationId)!;
      rules.push({ ...rule, scopePath, family });
    }
  return rules;
}
