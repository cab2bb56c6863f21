import { LIMITS } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { TariffsTable } from '../../platform/postgres/tables/tariffs.ts';
import { holdSubjects } from '../../platform/tries.ts';

type Keeper = Pick<TariffsTable, 'organisationId' | 'ownerId'>;

interface Held {
  n: number;
  letters: number;
}

/**
 * Right before a keeper's tariffs become more or longer: how many there are and how long they are together, because a list of them holds them whole. Whoever
 * adds to them at the same moment waits, and is counted as well.
 */
export async function holdTariffs(
  trx: Transaction<Tables>,
  { organisationId, ownerId }: Keeper,
): Promise<Held> {
  await holdSubjects(trx, [`tariffs of ${organisationId ?? `owner ${ownerId}`}`]);
  const { rows } = await sql<Held>`
    SELECT count(*) AS n, coalesce(sum(length(versions::text)), 0)::float8 AS letters FROM tariffs
     WHERE organisation_id IS NOT DISTINCT FROM ${organisationId} AND owner_id IS NOT DISTINCT FROM ${ownerId}`.execute(
    trx,
  );
  return rows[0]!;
}

/** After a tariff was made or changed. What became shorter may be too long still, and copies that nobody keeps are in no list. Throws AppError `tariffsTooLong`. */
export async function requireShort(
  trx: Transaction<Tables>,
  keeper: Keeper,
  before: Pick<Held, 'letters'>,
): Promise<void> {
  if (keeper.organisationId === null && keeper.ownerId === null) return;
  const { letters } = await holdTariffs(trx, keeper);
  const most = LIMITS.tariffLettersOfOne;
  if (letters > most && letters > before.letters) throw new AppError('tariffsTooLong', { most });
}
