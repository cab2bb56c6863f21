import { createGatheredTurns, type GatheredTurns } from '../../platform/gathered-turns.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Turns } from '../../platform/turns.ts';
import { keepIdentities, type Said } from './identity.queries.ts';

/** Devices of one transaction. */
const MOST_OF_ONE = 500;
/** Devices of one sender that wait: a large fleet that says who it is after a start. */
const MOST_WAITING = 10_000;

/**
 * Keeps what devices say of themselves: all that wait of a sender in one transaction, and the later words of a device after its earlier
 * ones. Answers how many attributes were refused.
 */
export function createDescriber(db: Db, turns: Turns): GatheredTurns<Said, number> {
  return createGatheredTurns({
    turns,
    mostOfOne: MOST_OF_ONE,
    mostWaiting: MOST_WAITING,
    keyOf: ({ deviceId }) => deviceId,
    serve: (said) => db.transaction().execute((trx) => keepIdentities(trx, said)),
    aloneAfterFailure: true,
  });
}
