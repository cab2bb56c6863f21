import { createBreath } from '../../platform/breath.ts';
import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import type { Fleet, FleetStation } from '../fleet/index.ts';
import { kpiDaysOf, type DeviceDay, type StationDay } from './kpi-days.ts';
import { sumDeviceDays } from './sum-device-days.ts';
import { sumStationDays } from './sum-station-days.ts';

/** Rows of days in one statement; all inverters of a station and day come together. */
const AT_ONCE = 4000;

/**
 * Sums what key figures are made of again, for the days that stretches touch and that are over. What it is summed from is stored already; `version`
 * was taken before anything was read. May be repeated.
 */
export async function sumKpiDays(
  { samples, fleet }: { samples: SamplesDb; fleet: Pick<Fleet, 'devicesOf'> },
  stretches: readonly { station: FleetStation; from: number; to: number }[],
  { version, now }: { version: number; now: number },
): Promise<void> {
  let [stations, devices]: [StationDay[], DeviceDay[]] = [[], []];
  const write = async () => {
    const ids = new Set(stations.map(({ station }) => station));
    const sensors = [...ids].flatMap((station) =>
      fleet.devicesOf(station).map(({ id }) => ({ id, station })),
    );
    await sumDeviceDays(samples, devices, version);
    await sumStationDays(samples, { stations, devices, sensors }, version);
    [stations, devices] = [[], []];
  };
  const breathe = createBreath();
  for (const { station, from, to } of stretches)
    for (const day of kpiDaysOf(fleet, station, { from, to, now })) {
      await breathe();
      stations.push(day.station);
      for (const device of day.devices) devices.push(device);
      if (stations.length + devices.length >= AT_ONCE) await write();
    }
  if (stations.length > 0) await write();
}
