import { LIMITS } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { roomOfOwner } from '../../platform/postgres/one-of-owners.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdSubjects } from '../../platform/tries.ts';
import { mayUseOrganisation } from '../organisations/index.ts';

export async function lettersOf(trx: Transaction<Tables>, stationId: number): Promise<number> {
  const row = await trx
    .selectFrom('stationDesigns')
    .select('letters')
    .where('stationId', '=', stationId)
    .executeTakeFirst();
  return row?.letters ?? 0;
}

interface Longer {
  stationId: number;
  organisationId: number;
  actor: Actor;
  before: number;
}

/**
 * After the design of a station was set, which had so many letters before: every server holds what models need of all designs, so those of an organisation
 * are bounded by how many stations it has, and those that a customer sets at stations of one owner leave room to the others. What became shorter may be too long still. Throws
 * AppError `designsTooLong`.
 */
export async function requireRoom(
  trx: Transaction<Tables>,
  { stationId, organisationId, actor, before }: Longer,
): Promise<void> {
  if ((await lettersOf(trx, stationId)) <= before) return;
  await holdSubjects(trx, [`designs of organisation #${organisationId}`]);
  const { rows } = await sql<Record<'stations' | 'owned' | 'letters' | 'own', number>>`
    WITH home AS (SELECT owner_id FROM stations WHERE id = ${stationId})
    SELECT count(*) AS stations, count(*) FILTER (WHERE stations.owner_id IS NOT DISTINCT FROM home.owner_id) AS owned,
           coalesce(sum(letters), 0)::bigint AS letters,
           coalesce(sum(letters) FILTER (WHERE stations.owner_id IS NOT DISTINCT FROM home.owner_id), 0)::bigint AS own
      FROM home CROSS JOIN stations LEFT JOIN station_designs ON station_id = id WHERE organisation_id = ${organisationId}`.execute(
    trx,
  );
  const { stations, owned, letters, own } = rows[0]!;
  const most = Math.max(LIMITS.designLettersLeast, LIMITS.designLettersPerStation * stations);
  if (letters > most) throw new AppError('designsTooLong', { most });
  const room = roomOfOwner({ most, used: letters, own });
  if (owned < stations && room < 0 && !(await mayUseOrganisation(trx, actor, organisationId)))
    throw new AppError('designsTooLong', { most: letters + room });
}
