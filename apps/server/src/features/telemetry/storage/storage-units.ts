import type { StorageUnit } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { maskFor } from '../../accounts/index.ts';
import { measuredSince } from '../../devices/index.ts';
import type { FleetDevice } from '../../fleet/index.ts';
import type { Latest } from '../latest/latest-store.ts';
import { idOf } from '../roll-up/flow-sources.ts';

const POINTS = {
  soc: idOf('battery.soc'),
  soh: idOf('battery.soh'),
  power: idOf('battery.power'),
  temperature: idOf('battery.temp'),
  chargedEver: idOf('energy.charge.total'),
  dischargedEver: idOf('energy.discharge.total'),
} as const;
type Value = keyof typeof POINTS;

/** Batteries among the devices of a station, of their own or behind a hybrid inverter, as they last told. */
export async function storageUnits(
  { db, latest }: { db: Db; latest: Pick<Latest, 'latestOf'> },
  actor: Actor,
  devices: readonly Pick<FleetDevice, 'id' | 'kind'>[],
): Promise<StorageUnit[]> {
  const perhaps = devices.filter(({ kind }) => kind === 'battery' || kind === 'hybrid').map(({ id }) => id);
  if (perhaps.length === 0) return [];
  const [values, since, rows] = await Promise.all([
    latest.latestOf(perhaps),
    measuredSince(db, perhaps),
    db
      .selectFrom('devices')
      .select(['id', 'sn', 'name', 'kind'])
      .where('id', '=', sql<number>`ANY(${perhaps}::bigint[])`)
      .orderBy('id')
      .execute(),
  ]);
  const mask = maskFor(actor);
  return rows.flatMap(({ id, sn, name, kind }) => {
    const told = values.get(id);
    let lastDataAt: number | null = null;
    const valueOf = (value: Value): number | null => {
      const place = told?.points.indexOf(POINTS[value]) ?? -1;
      if (!told || place === -1) return null;
      const time = told.timeAt(place);
      // What it measured for its former owner is nobody's any more.
      if (time < (since.get(id) ?? Number.NEGATIVE_INFINITY)) return null;
      lastDataAt = Math.max(lastDataAt ?? time, time);
      return told.values[place]!;
    };
    const unit = {
      soc: valueOf('soc'),
      soh: valueOf('soh'),
      power: valueOf('power'),
      temperature: valueOf('temperature'),
      chargedEver: valueOf('chargedEver'),
      dischargedEver: valueOf('dischargedEver'),
    };
    // A hybrid inverter without a battery tells nothing of one.
    if (kind === 'hybrid' && unit.soc === null) return [];
    return [{ deviceId: id, sn: mask.sn(sn), name, ...unit, lastDataAt }];
  });
}
