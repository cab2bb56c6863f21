import type { RouteRequest, routes, StationDetail } from '@sunfleet/contract';
import tzLookup from 'tz-lookup';
import type { Actor, RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { getStation } from './get-station.ts';

export type StationInput = RouteRequest<(typeof routes)['createStation']>['body'];

/**
 * Creates a station in the caller's organisation; an owner becomes its owner. The time zone follows from the position
 * where it is not given. Throws AppError: invalidInput (unknown zone), noDataPermission (caller without organisation).
 */
export async function createStation(
  platform: Pick<Platform, 'db' | 'clock' | 'bus'>,
  context: RequestContext,
  input: StationInput,
): Promise<StationDetail> {
  const timeZone = input.timeZone ?? tzLookup(input.latitude, input.longitude);
  if (!isTimeZone(timeZone)) {
    const fields = [{ path: 'body.timeZone', message: timeZone }];
    throw new AppError('invalidInput', { fields: 'body.timeZone' }, fields);
  }
  const organisationId = await organisationFor(platform, context.actor);
  const ownerId = context.actor.role === 'owner' ? context.actor.userId : null;
  const values = { ...input, timeZone, organisationId, ownerId, createdBy: context.actor.userId };
  const id = await platform.db.transaction().execute(async (trx) => {
    const station = await trx.insertInto('stations').values(values).returning('id').executeTakeFirstOrThrow();
    await trx.insertInto('stationStates').values({ stationId: station.id }).execute();
    await writeAudit(trx, context, {
      action: 'stations.create',
      objectType: 'station',
      objectId: station.id,
      stationId: station.id,
      after: values,
    });
    return station.id;
  });
  platform.bus.publish('stationChanged', { stationId: id });
  return getStation(platform, context.actor, id);
}

/** The caller's organisation; who works on the whole platform without one takes its oldest. */
async function organisationFor(platform: Pick<Platform, 'db'>, actor: Actor): Promise<number> {
  if (actor.organisationId !== null) return actor.organisationId;
  if (actor.role !== 'platformAdmin') throw new AppError('noDataPermission');
  const first = await platform.db
    .selectFrom('organisations')
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!first) throw new AppError('noDataPermission');
  return first.id;
}

/** Whether the runtime knows the zone by its IANA name. */
export function isTimeZone(name: string): boolean {
  try {
    return (
      new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '' &&
      !/^[+-]/.test(name)
    );
  } catch {
    return false;
  }
}
