import type { AlarmLevel, RouteRequest, routes } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { carriesLabel, nameLabels } from '../../labels/index.ts';
import { deviceScope, stationScope } from '../../scope/index.ts';

type Wish = RouteRequest<typeof routes.shieldAlarms>['body'];

/** A code of a device, or of all devices of a station, that is to be kept quiet. */
export interface ShieldSubject {
  stationId: number;
  deviceId: number | null;
  code: string;
  textKey: string;
  level: AlarmLevel;
}

type Permission = 'alarms.shieldTemporarily' | 'alarms.shieldPermanently';

interface Asked {
  wish: Pick<Wish, 'of' | 'labelId'>;
  alarmIds: readonly number[];
  permission: Permission;
}

/**
 * What a wish about some alarms keeps quiet, each subject once and station by station, so that two of them wait for each other in one order. By a label: what carries
 * it now, of what the actor may do this about. Throws AppError `labelNotFound`.
 */
export async function shieldSubjects(
  trx: Transaction<Tables>,
  actor: Actor,
  { wish, alarmIds, permission }: Asked,
): Promise<ShieldSubject[]> {
  const alarms = await trx
    .selectFrom('alarms')
    .select(['stationId', 'deviceId', 'code', 'textKey', 'level'])
    .where('id', 'in', [...alarmIds])
    .where('stationId', 'is not', null)
    .execute();
  const places =
    wish.of === 'label' ? await carriers(trx, actor, { labelId: wish.labelId ?? 0, permission }) : undefined;
  const subjects = new Map<string, ShieldSubject>();
  for (const { stationId, deviceId, ...fault } of alarms) {
    const own = { stationId: stationId!, deviceId: wish.of === 'device' ? deviceId : null };
    for (const place of places ?? [own])
      subjects.set(JSON.stringify([place.stationId, place.deviceId, fault.code, fault.textKey]), {
        ...place,
        ...fault,
      });
  }
  return [...subjects.values()].toSorted((a, b) => a.stationId - b.stationId);
}

/** Stations that carry a label, and devices of others that do. */
async function carriers(
  trx: Transaction<Tables>,
  actor: Actor,
  { labelId, permission }: { labelId: number; permission: Permission },
): Promise<Pick<ShieldSubject, 'stationId' | 'deviceId'>[]> {
  await nameLabels(trx, actor, [labelId]);
  const stations = await trx
    .selectFrom('stations')
    .select('id')
    .where(stationScope(actor, permission))
    .where(carriesLabel(actor, 'station', [labelId]))
    .execute();
  const ids = stations.map(({ id }) => id);
  const devices = await trx
    .selectFrom('devices')
    .select(['id', 'stationId'])
    .where(deviceScope(actor, permission))
    .where(carriesLabel(actor, 'device', [labelId]))
    .where('stationId', 'is not', null)
    .where('stationId', '<>', sql<number>`ALL(${ids}::bigint[])`)
    .execute();
  return [
    ...ids.map((stationId) => ({ stationId, deviceId: null })),
    ...devices.map(({ id, stationId }) => ({ stationId: stationId!, deviceId: id })),
  ];
}
