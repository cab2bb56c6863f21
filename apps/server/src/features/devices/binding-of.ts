import { sql, type Selectable } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { DevicesTable } from '../../platform/postgres/tables/devices.ts';
import { mayUseOrganisation } from '../organisations/index.ts';

/** How long those who had a device may bind it again without showing its claim code. */
export const OWN_AGAIN_MS = 7 * 86_400_000;

type Unbound = Pick<
  Selectable<DevicesTable>,
  'organisationId' | 'secretHash' | 'freedFrom' | 'freedOwner' | 'freedAt'
>;

/** The station to which somebody binds a device. */
interface BoundTo {
  organisationId: number;
  ownerId: number | null;
  /** Whether that one works for its organisation, and is not one of its customers. */
  works: boolean;
}

/** What somebody needs to bind a device that has no station and belongs to nobody else: nothing, its claim code, or it cannot. */
type Binding = 'own' | 'open' | 'claim' | 'closed';

/** Who owns a station now, for a statement that frees a device of it. */
export const ownerOf = (stationId: number | null) =>
  sql<number | null>`(SELECT owner_id FROM stations WHERE id = ${stationId})`;

export async function boundTo(db: Db, actor: Actor, stationId: number): Promise<BoundTo> {
  const station = await db
    .selectFrom('stations')
    .select(['organisationId', 'ownerId'])
    .where('id', '=', stationId)
    .executeTakeFirstOrThrow();
  return { ...station, works: await mayUseOrganisation(db, actor, station.organisationId) };
}

/**
 * `own`: it stood in a station of the same owner until lately, or in one of the organisation that they work for. `open`: nothing could prove it, or an
 * organisation's key brought it. Without a secret it has no claim code to show, and its serial number alone is no proof while those who had it may
 * still bind it again.
 */
export function bindingOf(device: Unbound, to: BoundTo, now: number): Binding {
  if (isFreedLately(device, now)) {
    const isOwner = device.freedOwner !== null && device.freedOwner === to.ownerId;
    // That of a personal account goes once its owner joins another one.
    if (device.freedFrom === null ? isOwner : device.freedFrom === to.organisationId && (to.works || isOwner))
      return 'own';
    if (device.secretHash === null) return 'closed';
  }
  return device.organisationId === null && device.secretHash !== null ? 'claim' : 'open';
}

/** Whether an organisation, which may be gone, unbound a device lately and nobody has it since. */
function isFreedLately({ organisationId, freedAt }: Unbound, now: number): boolean {
  return organisationId === null && freedAt !== null && freedAt.getTime() > now - OWN_AGAIN_MS;
}
