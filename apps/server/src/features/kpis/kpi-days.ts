import { addDays, dayRange, localDayOf, moduleHeat } from '@sunfleet/analysis';
import { createSunlight, type Fleet, type FleetDevice, type FleetStation } from '../fleet/index.ts';
import { modelOf, partOf } from '../telemetry/index.ts';
import { inverterShares } from './inverter-shares.ts';

/** A day of a station that is over, with all that does not come from a store; epoch seconds. */
export interface StationDay {
  station: number;
  day: string;
  start: number;
  end: number;
  rise: number;
  set: number;
  /** Five minutes between sunrise and sunset. */
  daylight: number;
  /** kW, 1/K, and K for each W/m². */
  capacity: number;
  gamma: number;
  warming: number;
}

export interface DeviceDay extends Pick<
  StationDay,
  'station' | 'day' | 'start' | 'end' | 'rise' | 'set' | 'daylight'
> {
  device: number;
  capacity: number;
  /** Not of hybrids, whose AC side mixes in the battery. */
  isPaired: boolean;
}

/** A day of a station with those of its inverters. */
interface KpiDay {
  station: StationDay;
  devices: DeviceDay[];
}

const BUCKET_S = 300;

/** The local days of a station that lie in or reach into [from, to) and are over, epoch milliseconds; one by one, because it may have thousands of inverters. */
export function* kpiDaysOf(
  fleet: Pick<Fleet, 'devicesOf'>,
  station: FleetStation,
  { from, to, now }: { from: number; to: number; now: number },
): Generator<KpiDay, void, undefined> {
  const { id, timeZone: zone } = station;
  const sun = createSunlight()(station);
  const producers = fleet.devicesOf(id).filter((device) => partOf(device) === 'producer');
  const shares = inverterShares(station.capacityKw, producers);
  const last = localDayOf(to - 1, zone);
  for (let day = localDayOf(from, zone); day <= last; day = addDays(day, 1)) {
    const { start, end } = dayRange(day, zone);
    if (end > now) break;
    const { sunrise, sunset, polar } = sun.of(day);
    const [rise, set] = polar === 'night' ? [end, end] : [sunrise ?? start, sunset ?? end];
    const at = {
      station: id,
      day,
      ...inSeconds({ start, end, rise, set }),
      daylight: Math.round((set - rise) / 1000 / BUCKET_S),
    };
    const { gamma, rise: warming } = moduleHeat(modelOf(fleet, station, start));
    const own = producers.filter((device) => !isOfOthers(device, start));
    yield {
      station: { ...at, capacity: station.capacityKw, gamma, warming },
      devices: own.map((device) => ({
        ...at,
        device: device.id,
        capacity: shares.get(device.id) ?? 0,
        isPaired: device.kind !== 'hybrid',
      })),
    };
  }
}

/** What a device measured for its former owner is none of its new station's. */
const isOfOthers = ({ measuredSince }: FleetDevice, start: number) =>
  measuredSince !== undefined && start < measuredSince;

const inSeconds = <Names extends string>(times: Record<Names, number>) =>
  Object.fromEntries(
    Object.entries<number>(times).map(([name, time]) => [name, Math.floor(time / 1000)]),
  ) as Record<Names, number>;
