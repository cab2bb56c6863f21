import { pointByKey } from '@sunfleet/device-model';
import { measuredSince } from '../devices/index.ts';
import type { Fleet } from '../fleet/index.ts';
import type { Platform } from '../../platform/platform.ts';
import type { TelemetryInput } from '../telemetry/index.ts';

/** A sensor that has been silent for longer says nothing of now. */
const FRESH_MS = 30 * 60_000;

const POINTS = {
  tempAir: pointByKey('temp.ambient')!.id,
  windSpeed: pointByKey('wind.speed')!.id,
  poa: pointByKey('irradiance.poa')!.id,
  ghi: pointByKey('irradiance.ghi')!.id,
} as const;

/** What sensors of a station measured last: degC, m/s and W/m2; null where none did. */
export type SensorNow = Record<keyof typeof POINTS, { value: number; time: number } | null>;

export interface SensorParts {
  db: Platform['db'];
  fleet: Pick<Fleet, 'devicesOf'>;
  latest: Pick<TelemetryInput['latest'], 'latestOf'>;
}

export async function sensorNow(
  { db, fleet, latest }: SensorParts,
  { stationId, now }: { stationId: number; now: number },
): Promise<SensorNow> {
  const ids = fleet.devicesOf(stationId).map(({ id }) => id);
  const [values, since] = await Promise.all([latest.latestOf(ids), measuredSince(db, ids)]);
  const newest = (point: number) => {
    let found: { value: number; time: number } | null = null;
    for (const [id, device] of values) {
      const place = device.points.indexOf(point);
      if (place < 0) continue;
      const time = device.timeAt(place);
      const earliest = Math.max(now - FRESH_MS, since.get(id) ?? 0);
      if (time >= earliest && time > (found?.time ?? 0)) found = { value: device.values[place]!, time };
    }
    return found;
  };
  return {
    tempAir: newest(POINTS.tempAir),
    windSpeed: newest(POINTS.windSpeed),
    poa: newest(POINTS.poa),
    ghi: newest(POINTS.ghi),
  };
}
