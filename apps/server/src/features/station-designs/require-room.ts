import { LIMITS } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdSubjects } from '../../platform/tries.ts';

export async function lettersOf(trx: Transaction<Tables>, stationId: number): Promise<number> {
  const row = await trx
    .selectFrom('stationDesigns')
    .select('letters')
    .where('stationId', '=', stationId)
    .executeTakeFirst();
  return row?.letters ?? 0;
}

/**
 * After the design of a station was set, which had so many letters before: every server holds what models need of all designs, so those of an organisation
 * are bounded by how many stations it has. What became shorter may be too long still. Throws AppError `designsTooLong`.
 */
export async function requireRoom(
  trx: Transaction<Tables>,
  { stationId, organisationId, before }: { stationId: number; organisationId: number; before: number },
): Promise<void> {
  if ((await lettersOf(trx, stationId)) <= before) return;
  await holdSubjects(trx, [`designs of organisation #${organisationId}`]);
  const { rows } = await sql<{ stations: number; letters: number }>`
    SELECT count(*) AS stations, coalesce(sum(letters), 0)::bigint AS letters
      FROM stations LEFT JOIN station_designs ON station_id = id WHERE organisation_id = ${organisationId}`.execute(
    trx,
  );
  const { stations, letters } = rows[0]!;
  const most = Math.max(LIMITS.designLettersLeast, LIMITS.designLettersPerStation * stations);
  if (letters > most) throw new AppError('designsTooLong', { most });
}
