import { sql, type Transaction } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { CHAIN_COLUMNS, FIRST_SEAL, sealOf, type ChainEntry } from './audit-chain.ts';

/** Key of the advisory lock under which one server at a time seals. */
const SEAL_LOCK = 7_386_433;
const BATCH = 1000;

/** Puts every entry that waits into the chain, in the order of ids; does nothing while another server does the same. */
export async function sealAudit(db: Db): Promise<void> {
  let sealed: number;
  do {
    sealed = await db.transaction().execute(sealBatch);
  } while (sealed === BATCH);
}

async function sealBatch(trx: Transaction<Tables>): Promise<number> {
  const lock = await sql<{ taken: boolean }>`SELECT pg_try_advisory_xact_lock(${SEAL_LOCK}) AS taken`.execute(
    trx,
  );
  if (!lock.rows[0]?.taken) return 0;
  const { rows } = await sql<ChainEntry>`
    SELECT ${CHAIN_COLUMNS} FROM audit_log WHERE position IS NULL ORDER BY id LIMIT ${BATCH}`.execute(trx);
  if (rows.length === 0) return 0;
  const head = await trx.selectFrom('auditHead').select(['position', 'seal']).executeTakeFirst();
  let position = head?.position ?? 0;
  let seal: Buffer = head?.seal ?? FIRST_SEAL;
  const seals = rows.map((entry) => {
    position += 1;
    seal = sealOf(seal, position, entry);
    return { position, seal };
  });
  await sql`
    UPDATE audit_log SET position = made.position, seal = made.seal
      FROM unnest(${rows.map(({ id }) => id)}::bigint[], ${seals.map((made) => made.position)}::bigint[],
                  ${seals.map((made) => made.seal)}::bytea[]) AS made (id, position, seal)
     WHERE audit_log.id = made.id`.execute(trx);
  await trx
    .insertInto('auditHead')
    .values({ position, seal })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ position, seal }))
    .execute();
  return rows.length;
}
