import { type CheckedSerial, type RouteName, snRule } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Actor, RequestContext } from '../../platform/actor.ts';
import { auditDenied } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { mayUseOrganisation } from '../organisations/index.ts';
import { stationScope } from '../scope/index.ts';
import { requireStation } from '../stations/index.ts';
import { bindingOf, boundTo } from './binding-of.ts';
import { ASKED, MISSED, tellSome } from './serial-guesses.ts';

export type SerialVerdict = Pick<CheckedSerial, 'state' | 'station'>;

/** A station that a serial number shall be added to. */
export interface AddedTo {
  id: number;
  organisationId: number;
}

/**
 * What would become of serial numbers that are added to a station, in their order. Nothing changes by it. Throws AppError `stationNotFound`.
 */
export async function checkDevices(
  platform: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { stationId, sns }: { stationId: number; sns: readonly string[] },
): Promise<CheckedSerial[]> {
  const station = await requireStation(platform.db, context.actor, stationId, 'devices.create');
  const trimmed = sns.map((sn) => sn.trim());
  const valid = [...new Set(trimmed)].filter((sn) => snRule(sn) === undefined);
  const stations = new Map(valid.map((sn) => [sn, station]));
  const checked = await checkSerials(platform, context, { route: 'checkDevices', stations });
  const seen = new Set<string>();
  return trimmed.map((sn) => {
    if (snRule(sn) !== undefined) return { sn, state: 'invalid', station: null };
    if (seen.has(sn)) return { sn, state: 'duplicate', station: null };
    seen.add(sn);
    return { sn, ...checked.get(sn)! };
  });
}

/**
 * What would become of serial numbers, each at its station. Which of them belong to others, and for which a claim code is needed, is
 * told as often as when devices are added one by one (`serial-guesses.ts`); beyond that nothing is told of any number that the caller does not have.
 */
export async function checkSerials(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { route, stations }: { route: RouteName; stations: ReadonlyMap<string, AddedTo> },
): Promise<ReadonlyMap<string, SerialVerdict>> {
  const now = clock.now();
  const sns = [...stations.keys()];
  const known = await findKnown(db, context.actor, { stations, now });
  const inState = (state: SerialVerdict['state']) => sns.filter((sn) => known.get(sn)?.state === state);
  const [taken, asked] = await db
    .transaction()
    .execute(async (trx) => [
      await tellSome(trx, context, { guess: MISSED, sns: inState('taken'), now }),
      await tellSome(trx, context, { guess: ASKED, sns: inState('claimNeeded'), now }),
    ]);
  for (const sn of taken!.fresh) {
    const entry = { objectType: 'snTaken' as const, objectId: sn };
    await auditDenied(db, context, { action: `denied.${route}`, ...entry });
  }
  const silent = taken!.full || asked!.full;
  const tell = (sn: string): SerialVerdict => {
    const found = known.get(sn) ?? { state: 'new', station: null };
    const told = taken!.told.has(sn) || asked!.told.has(sn);
    const own = found.state === 'here' || found.state === 'mine';
    return silent && !told && !own ? { state: 'untold', station: null } : found;
  };
  return new Map(sns.map((sn) => [sn, tell(sn)]));
}

interface Asked {
  stations: ReadonlyMap<string, AddedTo>;
  now: number;
}

/** Of each serial number that some device has: whose it is, as `addDevice` would find. */
async function findKnown(
  db: Db,
  actor: Actor,
  { stations, now }: Asked,
): Promise<ReadonlyMap<string, SerialVerdict>> {
  const rows = await db
    .selectFrom('devices')
    .select(['sn', 'stationId', 'organisationId', 'secretHash'])
    .select(['freedFrom', 'freedOwner', 'freedAt'])
    .where('sn', '=', sql<string>`ANY(${[...stations.keys()]}::text[])`)
    .execute();
  const stationIds = new Set(rows.flatMap(({ stationId }) => stationId ?? []));
  const visible = await db
    .selectFrom('stations')
    .select(['stations.id', 'stations.name'])
    .where('stations.id', '=', sql<number>`ANY(${[...stationIds]}::bigint[])`)
    .where(stationScope(actor, 'devices.create'))
    .execute();
  const stationOf = new Map(visible.map((one) => [one.id, one]));
  const usable = new Map<number, boolean>();
  const mayUse = async (id: number | null) => {
    if (id === null) return true;
    if (!usable.has(id)) usable.set(id, await mayUseOrganisation(db, actor, id));
    return usable.get(id)!;
  };
  const asked = new Map<number, ReturnType<typeof boundTo>>();
  const toStation = (id: number) => {
    const to = asked.get(id) ?? boundTo(db, actor, id);
    asked.set(id, to);
    return to;
  };
  const known = new Map<string, SerialVerdict>();
  for (const row of rows) {
    const station = stations.get(row.sn)!;
    const at = row.stationId === null ? undefined : stationOf.get(row.stationId);
    if (row.stationId === station.id) known.set(row.sn, { state: 'here', station: null });
    else if (at) known.set(row.sn, { state: 'mine', station: at });
    else if (row.stationId !== null || !(await mayUse(row.organisationId)))
      known.set(row.sn, { state: 'taken', station: null });
    else {
      const to = await toStation(station.id);
      known.set(row.sn, { state: STATES[bindingOf(row, to, now)], station: null });
    }
  }
  return known;
}

const STATES = { own: 'reporting', open: 'reporting', claim: 'claimNeeded', closed: 'taken' } as const;
