import { sql } from 'kysely';
import type { Db } from '../postgres/client.ts';
import { stayAwake } from '../postgres/stay-awake.ts';

/** Who saves how far it has come with stored samples. */
export type FactConsumer = 'alarms' | 'rollUps';

/** What one life of this server's work decides over. */
export interface Ownership {
  readonly id: string;
  readonly partitions: ReadonlySet<number>;
  /** This server alone works on the database: all partitions are its own, and nobody can take them. */
  readonly isSole: boolean;
  /** A transaction that is carried out only while the partitions are owned. Rejects with `OwnershipLost`. */
  transaction<Answer>(work: (trx: Db) => Promise<Answer>): Promise<Answer>;
  /**
   * Epoch milliseconds: everything stored before has had its effect, whoever owned the partitions then. Undefined before the first time. One that lies
   * behind `now` is of a clock that was set back: what was stored since bears times of before.
   */
  position(consumer: FactConsumer, now: number): Promise<number | undefined>;
  /** To be called in the transaction that writes the effects, where there is one. */
  savePosition(trx: Db, consumer: FactConsumer, storedUntil: number): Promise<void>;
}

/** Another server has taken the partitions. */
export class OwnershipLost extends Error {
  constructor() {
    super('Another server decides over these devices now');
  }
}

/** How long a transaction of an owner may rest: a server that was stopped in the middle of one must not keep others from taking over. */
const MOST_IDLE = '5s';
const BEAT_MS = 1500;
/** A server that goes on with a clock that was set back saves its position within minutes: it was stopped before that, or was away for less. */
const SET_BACK_MS = 3_600_000;

/** What an owner that was written down decides over. */
export function createOwnership(
  db: Db,
  { id, partitions, isSole }: Pick<Ownership, 'id' | 'partitions' | 'isSole'>,
): Ownership {
  return {
    id,
    partitions,
    isSole,
    transaction: (work) =>
      db.transaction().execute(async (trx) => {
        if (!isSole) await requireOwner(trx, id);
        return stayAwake(trx, () => work(trx), BEAT_MS);
      }),
    async position(consumer, now) {
      const row = await db
        .selectFrom('factPositions')
        .select('storedUntil')
        .where('owner', '=', id)
        .where('consumer', '=', consumer)
        .executeTakeFirst();
      const storedUntil = row?.storedUntil.getTime();
      return storedUntil === undefined || storedUntil <= now ? storedUntil : now - SET_BACK_MS;
    },
    async savePosition(trx, consumer, storedUntil) {
      const position = { storedUntil: new Date(storedUntil) };
      await trx
        .insertInto('factPositions')
        .values({ owner: id, consumer, ...position })
        .onConflict((conflict) => conflict.columns(['owner', 'consumer']).doUpdateSet(position))
        .execute();
    },
  };
}

/** The lock lets the owner say that it is alive, and keeps others from ending it until the transaction is over. */
async function requireOwner(trx: Db, id: string): Promise<void> {
  await sql`SET LOCAL idle_in_transaction_session_timeout = ${sql.lit(MOST_IDLE)}`.execute(trx);
  const owner = await trx
    .selectFrom('workOwners')
    .select('id')
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  if (!owner) throw new OwnershipLost();
}
