import { localDayOf, sunTimes } from '@sunfleet/analysis';
import type { Language, StationDetail } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { maskFor } from '../accounts/index.ts';
import { labelTags } from '../labels/index.ts';
import { mayWhereverSeen, stationScope, type StationCondition } from '../scope/index.ts';
import { ownFavourites } from './favourites/own-favourites.ts';
import { stationsWithState, toStationRow } from './station-view.ts';

/** One station with its state and its own day. Throws AppError `stationNotFound`, also for one out of the actor's scope. */
export async function getStation(
  platform: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  id: number,
  language?: Language,
): Promise<StationDetail> {
  const row = await stationsWithState(platform.db)
    .select((eb) => sql<boolean>`${isPriced(actor)(eb)}`.as('priced'))
    .where('stations.id', '=', id)
    .where(stationScope(actor))
    .executeTakeFirst();
  if (!row) throw new AppError('stationNotFound', { id });
  const mask = maskFor(actor);
  const [labels, favourites] = await Promise.all([
    labelTags(platform.db, actor, { of: 'station', ids: [id] }),
    ownFavourites(platform.db, actor),
  ]);
  const today = localDayOf(platform.clock.now(), row.timeZone);
  const place = { latitude: mask.coordinate(row.latitude), longitude: mask.coordinate(row.longitude) };
  return {
    ...toStationRow(row, { mask, labels, favourites: new Set(favourites), language }),
    gridType: row.gridType,
    ...place,
    elevation: row.elevation,
    tilt: row.tilt,
    azimuth: row.azimuth,
    ownerPhone: mask.phone(row.ownerPhone),
    province: mask.address(row.province),
    city: mask.address(row.city),
    district: mask.address(row.district),
    postCode: mask.address(row.postCode),
    contactPhone: mask.phone(row.contactPhone),
    contactEmail: mask.active ? null : row.contactEmail,
    notes: mask.active ? null : row.notes,
    currency: row.currency,
    priceBuy: row.priced ? row.priceBuy : null,
    priceFeedIn: row.priced ? row.priceFeedIn : null,
    firstPowerOn: row.firstPowerOn,
    installedOn: row.installedOn,
    createdAt: row.createdAt.getTime(),
    version: row.version,
    today,
    // From the place as it is shown: by their milliseconds rise and set would tell the exact one.
    ...sunOf(today, { ...place, timeZone: row.timeZone }),
  };
}

/** Condition: the actor is told what a kWh costs there, because it reads prices of this station or changes it. Visitors do neither. */
function isPriced(actor: Actor): StationCondition {
  if (mayWhereverSeen(actor, 'tariffs.view')) return () => sql<SqlBool>`true`;
  return (eb) => eb.or([stationScope(actor, 'tariffs.view')(eb), stationScope(actor, 'stations.edit')(eb)]);
}

function sunOf(
  day: string,
  station: { latitude: number; longitude: number; timeZone: string },
): { sunrise: number | null; sunset: number | null } {
  const { sunrise, sunset } = sunTimes(day, station, station.timeZone);
  return { sunrise, sunset };
}
