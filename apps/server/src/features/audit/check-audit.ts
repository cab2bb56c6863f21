import type { RouteOutput, routes } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';
import { CHAIN_COLUMNS, FIRST_SEAL, sealOf, type SealedEntry } from './audit-chain.ts';

type AuditCheck = RouteOutput<(typeof routes)['checkAudit']>;

const PAGE = 5000;

/**
 * Follows the chain of the audit log from its beginning to where it ends, a page at a time. `brokenAt` is the first position at
 * which the entry was changed, is missing, or does not belong.
 */
export async function checkAudit(db: Db): Promise<AuditCheck> {
  // All pages see the log as it was at the beginning, although new entries are written and sealed meanwhile.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const head = await trx.selectFrom('auditHead').select(['position', 'seal']).executeTakeFirst();
      const { waiting } = await trx
        .selectFrom('auditLog')
        .select(({ fn }) => fn.countAll<number>().as('waiting'))
        .where('position', 'is', null)
        .executeTakeFirstOrThrow();
      const { checked, brokenAt } = await follow(trx, head ?? { position: 0, seal: FIRST_SEAL });
      return { intact: brokenAt === null, checked, waiting, brokenAt };
    });
}

async function follow(
  db: Db,
  head: { position: number; seal: Buffer },
): Promise<{ checked: number; brokenAt: number | null }> {
  let checked = 0;
  let seal: Buffer = FIRST_SEAL;
  for (;;) {
    const { rows } = await sql<SealedEntry>`
      SELECT ${CHAIN_COLUMNS}, position, seal FROM audit_log
       WHERE position > ${checked} ORDER BY position LIMIT ${PAGE}`.execute(db);
    for (const row of rows) {
      const expected = sealOf(seal, checked + 1, row);
      if (row.position !== checked + 1 || !expected.equals(row.seal))
        return { checked, brokenAt: checked + 1 };
      seal = expected;
      checked += 1;
    }
    if (rows.length < PAGE) break;
  }
  const complete = checked === head.position && seal.equals(head.seal);
  return { checked, brokenAt: complete ? null : Math.min(checked, head.position) + 1 };
}
