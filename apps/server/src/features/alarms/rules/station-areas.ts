import { rootOfScope } from '../../../platform/root-of-scope.ts';
import type { RuleDevice } from './rule-devices.ts';

type Placed = Pick<RuleDevice, 'stationId' | 'latitude' | 'longitude' | 'homePath'>;

/** So far from its middle an area reaches, and so far a station goes that has too few around it. */
const REACH_KM = 40;
const FAR_KM = 90;
/** With fewer stations an area says nothing of its weather. */
const FEWEST = 4;
const KM_PER_DEGREE = 111.2;

interface Area {
  latitude: number;
  longitude: number;
  stations: Placed[];
}

/**
 * Areas with one weather, by number, of each device: what stations nearby are, each in one area. Stations of organisations that do not belong together are
 * in none together, because whoever registers some around a station would decide over its alarms otherwise.
 */
export function areasOf(devices: readonly Placed[]): number[] {
  const stations = [...new Map(devices.map((device) => [device.stationId, device])).values()];
  const areas = [...Map.groupBy(stations, ({ homePath }) => rootOfScope(homePath)).values()].flatMap(
    areasAmong,
  );
  const numbers = new Map(
    areas.flatMap((area, place) => area.stations.map(({ stationId }) => [stationId, place + 1] as const)),
  );
  return devices.map(({ stationId }) => numbers.get(stationId) ?? 0);
}

function areasAmong(stations: readonly Placed[]): Area[] {
  const cells = new Map<string, Area[]>();
  const areas: Area[] = [];
  for (const station of stations) {
    const known = nearest(around(cells, station, REACH_KM), station, REACH_KM);
    if (known) {
      known.stations.push(station);
      continue;
    }
    const { latitude, longitude } = station;
    const area = { latitude, longitude, stations: [station] };
    areas.push(area);
    const key = cellOf(station).join(' ');
    cells.set(key, [...(cells.get(key) ?? []), area]);
  }
  for (const area of areas) {
    if (area.stations.length >= FEWEST) continue;
    const others = around(cells, area, FAR_KM).filter((each) => each !== area && each.stations.length > 0);
    const into = nearest(others, area, FAR_KM);
    if (!into) continue;
    into.stations.push(...area.stations);
    area.stations = [];
  }
  return areas;
}

interface Spot {
  latitude: number;
  longitude: number;
}

/** Squares of a degree of latitude; those of longitude hold as much at the equator only. */
const cellOf = ({ latitude, longitude }: Spot): [number, number] => [
  Math.floor(latitude),
  Math.floor(longitude),
];

function around(cells: ReadonlyMap<string, Area[]>, spot: Spot, reach: number): Area[] {
  const [row, column] = cellOf(spot);
  const found: Area[] = [];
  const wide = Math.min(180, Math.ceil(reach / (KM_PER_DEGREE * widthAt(spot.latitude))));
  for (let y = row - 1; y <= row + 1; y += 1)
    for (let x = column - wide; x <= column + wide; x += 1) found.push(...(cells.get(`${y} ${x}`) ?? []));
  return found;
}

const widthAt = (latitude: number): number => Math.max(0.05, Math.cos((latitude * Math.PI) / 180));

function nearest(areas: readonly Area[], spot: Spot, reach: number): Area | undefined {
  let best: Area | undefined;
  let least = reach;
  for (const area of areas) {
    const y = KM_PER_DEGREE * (area.latitude - spot.latitude);
    const x = KM_PER_DEGREE * widthAt(spot.latitude) * (area.longitude - spot.longitude);
    const distance = Math.hypot(x, y);
    if (distance > least) continue;
    best = area;
    least = distance;
  }
  return best;
}
