import type { Transaction } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { mayUseOrganisation } from '../organisations/index.ts';
import { stationScope } from '../scope/index.ts';

interface Existing {
  sn: string;
  stationId: number | null;
  organisationId: number | null;
}

/**
 * Refuses a device that has a station already; the error names the station only if the caller may see it. And one in no station that an organisation's
 * key brought, to whoever does not work for that one: its customers read numbers of each other, and would read what it measured.
 */
export async function refuseForeign(trx: Transaction<Tables>, actor: Actor, device: Existing): Promise<void> {
  const { sn, stationId, organisationId } = device;
  if (stationId !== null) {
    const visible = await trx
      .selectFrom('stations')
      .select('stations.name')
      .where('stations.id', '=', stationId)
      .where(stationScope(actor, 'devices.create'))
      .executeTakeFirst();
    throw visible
      ? new AppError('deviceAlreadyBound', { sn, station: visible.name })
      : new AppError('snTaken', { sn });
  }
  if (organisationId !== null && !(await mayUseOrganisation(trx, actor, organisationId)))
    throw new AppError('snTaken', { sn });
}
