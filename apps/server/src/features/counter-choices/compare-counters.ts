import type { RouteOutput, routes } from '@sunfleet/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { stationOf, type Fleet, type SunlightOf } from '../fleet/index.ts';
import { requireStation } from '../stations/index.ts';
import { comparedDays, countedDays, inverterDays, invertersOf, meterDays } from '../telemetry/index.ts';

type Parts = Pick<Platform, 'db' | 'samples' | 'clock'> & { fleet: Fleet; sunlight: SunlightOf };

/** What each counter of a station says of its last days, side by side. Throws AppError `stationNotFound`. */
export async function compareCounters(
  parts: Parts,
  actor: Actor,
  stationId: number,
): Promise<RouteOutput<(typeof routes)['compareCounters']>> {
  const { db, samples, clock, fleet } = parts;
  await requireStation(db, actor, stationId, 'telemetry.view');
  const station = await stationOf(parts, stationId);
  const days = comparedDays(parts, station, clock.now());
  const { lifetimeCounter, dayCounter } = await inverterDays(parts, station, days);
  const generationMeter = await meterDays(parts, station, { days, meter: 'generationMeter' });
  const gridMeter = await meterDays(parts, station, { days, meter: 'gridMeter' });
  const counted = await countedDays(samples, station, days);
  const all = { lifetimeCounter, dayCounter, generationMeter, gridMeter };
  const of = <T>(take: (name: keyof typeof all) => T) => ({
    lifetimeCounter: take('lifetimeCounter'),
    dayCounter: take('dayCounter'),
    generationMeter: take('generationMeter'),
    gridMeter: take('gridMeter'),
  });
  return {
    inverters: invertersOf(fleet, stationId).length,
    devices: of((name) => all[name].devices),
    days: days.map((day) => ({
      day,
      ...of((name) => all[name].days.get(day) ?? null),
      counted: counted.get(day) ?? null,
    })),
  };
}
