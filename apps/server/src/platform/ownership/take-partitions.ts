import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../postgres/client.ts';
import { inTime } from '../postgres/in-time.ts';
import { createOwnership, type Ownership } from './ownership.ts';
import { PARTITIONS } from './partitions.ts';

/** A server that says nothing for this long is gone, and others take its partitions. */
export const LEASE_MS = 5000;

interface Taking {
  /** What people know the server by. */
  server: string;
  /** Nobody else works on the database: everything is taken, whatever others said of themselves. */
  isSole: boolean;
  /** The life before of this server, which ends. */
  previous?: string | undefined;
  /** Epoch milliseconds: what was stored since may not have been heard of; positions go back to there. */
  unheardSince?: number | undefined;
}

/**
 * Begins a life of this server's work: ends the one before, takes what nobody owns up to a fair share, and goes on from where those who owned it
 * before have come.
 */
export function takePartitions(
  db: Db,
  { server, isSole, previous, unheardSince }: Taking,
): Promise<Ownership> {
  return db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('work_partitions'))`.execute(trx);
    await endOwners(trx, { isSole, previous });
    const id = randomUUID();
    const aliveUntil = isSole ? null : inTime(LEASE_MS);
    await trx.insertInto('workOwners').values({ id, server, aliveUntil }).execute();
    const { most } = await shareOf(trx);
    const mine = await choose(trx, { previous, most });
    const partitions = [...mine.keys()];
    await takePositions(trx, { id, from: [...new Set(mine.values())], unheardSince });
    if (partitions.length > 0) {
      const list = sql<number>`ANY(${partitions}::smallint[])`;
      await trx.updateTable('workPartitions').set({ owner: id }).where('partition', '=', list).execute();
    }
    await forgetOwners(trx);
    return createOwnership(db, { id, partitions: new Set(partitions), isSole });
  });
}

/** Says that an owner is alive. False: another server has taken what it owned. */
export async function renewLease(db: Db, id: string): Promise<boolean> {
  const row = await db
    .updateTable('workOwners')
    .set({ aliveUntil: inTime(LEASE_MS) })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an owner should begin another life: it has more than its share, or less and something is free. */
export async function isUnfair(db: Db, { partitions }: Pick<Ownership, 'partitions'>): Promise<boolean> {
  const { most, free } = await shareOf(db);
  return partitions.size > most || (partitions.size < most && free > 0);
}

/** Ends a life for good. Its partitions are free, its positions stay. */
export async function endLife(db: Db, id: string): Promise<void> {
  await db
    .updateTable('workOwners')
    .set({ endedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

const GONE = sql<boolean>`(alive_until IS NULL OR alive_until < now())`;

/** Waits for the transactions of those that end: what they have begun to write is written, and nothing after it. */
async function endOwners(trx: Db, { isSole, previous }: Pick<Taking, 'isSole' | 'previous'>): Promise<void> {
  const ended = await trx
    .selectFrom('workOwners')
    .select('id')
    .where('endedAt', 'is', null)
    .where((eb) => (isSole ? eb.lit(true) : eb.or([GONE, eb('id', '=', previous ?? null)])))
    .forUpdate()
    .execute();
  for (const { id } of ended) await endLife(trx, id);
}

/** The most partitions that one server should have, and how many nobody has. */
async function shareOf(db: Db): Promise<{ most: number; free: number }> {
  const { owners, free } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('workOwners')
        .select((one) => one.fn.countAll<number>().as('owners'))
        .where('endedAt', 'is', null)
        .where('aliveUntil', '>=', sql<Date>`now()`)
        .as('owners'),
      eb
        .selectFrom('workPartitions')
        .innerJoin('workOwners', 'workOwners.id', 'workPartitions.owner')
        .select((one) => one.fn.countAll<number>().as('free'))
        .where((one) => one.or([one('endedAt', 'is not', null), GONE]))
        .as('free'),
    ])
    .executeTakeFirstOrThrow();
  return { most: Math.ceil(PARTITIONS / Math.max(1, Number(owners))), free: Number(free) };
}

/** Partitions with the owner of before: those of the life before, then what nobody owns. */
async function choose(
  trx: Db,
  { previous, most }: { previous: string | undefined; most: number },
): Promise<ReadonlyMap<number, string>> {
  const rows = await trx
    .selectFrom('workPartitions')
    .innerJoin('workOwners', 'workOwners.id', 'workPartitions.owner')
    .select(['partition', 'owner'])
    .where('endedAt', 'is not', null)
    .orderBy(
      (eb) => eb('owner', '=', previous ?? null),
      (order) => order.desc().nullsLast(),
    )
    .orderBy('partition')
    .limit(most)
    .execute();
  return new Map(rows.map(({ partition, owner }) => [partition, owner]));
}

/** The earliest of those who owned something before: what is decided over twice does no harm. */
async function takePositions(
  trx: Db,
  { id, from, unheardSince }: { id: string; from: readonly string[]; unheardSince: number | undefined },
): Promise<void> {
  if (from.length === 0) return;
  const latest = unheardSince === undefined ? null : new Date(unheardSince);
  await sql`
    INSERT INTO fact_positions (owner, consumer, stored_until)
    SELECT ${id}::uuid, consumer, least(min(stored_until), ${latest}::timestamptz)
    FROM fact_positions WHERE owner = ANY(${from}::uuid[]) GROUP BY consumer`.execute(trx);
}

/** Owners that ended and of which others have taken everything. */
async function forgetOwners(trx: Db): Promise<void> {
  await trx
    .deleteFrom('workOwners')
    .where('endedAt', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('workPartitions')
            .select('partition')
            .whereRef('workPartitions.owner', '=', 'workOwners.id'),
        ),
      ),
    )
    .execute();
}
