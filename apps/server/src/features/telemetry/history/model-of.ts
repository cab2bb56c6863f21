import {
  horizonProfile,
  type HorizonProfile,
  localDayOf,
  type PvArray,
  type PvRows,
  type PvStation,
} from '@sunfleet/analysis';
import { arrayPower, type DesignVersion, type HorizonPoint, type StationArray } from '@sunfleet/contract';
import type { Fleet, FleetStation } from '../../fleet/index.ts';
import { partOf } from '../roll-up/station-flows.ts';

/** Tilt assumed where none is known: roofs of low latitudes are flatter. */
const STEEPEST_ASSUMED = 30;

/** The station as the model of its power sees it at a time: by its design of that local day, else by its one tilt and azimuth. */
export function modelOf(fleet: Pick<Fleet, 'devicesOf'>, station: FleetStation, time: number): PvStation {
  const rated = fleet
    .devicesOf(station.id)
    .filter((device) => partOf(device) === 'producer')
    .map((device) => device.ratedPower);
  const known = rated.length > 0 && rated.every((power) => power !== null);
  const altitude = station.elevation === null ? {} : { altitude: station.elevation };
  const version = versionAt(station, time);
  return {
    site: { latitude: station.latitude, longitude: station.longitude, ...altitude },
    arrays: version?.arrays.map((array) => modelArray(array, station.capacityKw * 1000)) ?? [
      oneArray(station),
    ],
    ...(version?.horizon ? { horizon: profileOf(version.horizon) } : {}),
    ...(known ? { acPower: rated.reduce((sum: number, power) => sum + (power ?? 0), 0) } : {}),
  };
}

function versionAt({ design, timeZone }: FleetStation, time: number): DesignVersion | undefined {
  if (!design) return undefined;
  const day = localDayOf(time, timeZone);
  return design.findLast(({ from }) => from === null || from <= day);
}

const profiles = new WeakMap<readonly HorizonPoint[], HorizonProfile>();

/** One profile of a horizon as long as the fleet holds it, because the model keeps sums with it. */
function profileOf(points: readonly HorizonPoint[]): HorizonProfile {
  const profile = profiles.get(points) ?? horizonProfile(points);
  profiles.set(points, profile);
  return profile;
}

function modelArray(array: StationArray, stationWatts: number): PvArray {
  const { tilt, azimuth, module, albedo, bifacial } = array;
  const rows = rowsOf(array);
  const coefficient = module?.temperatureCoefficient ?? null;
  return {
    dcPower: arrayPower(array, stationWatts) ?? 0,
    tilt,
    azimuth,
    ...(coefficient === null ? {} : { temperatureCoefficient: coefficient / 100 }),
    ...(albedo === null ? {} : { albedo }),
    ...(rows === undefined ? {} : { rows }),
    ...(bifacial === null ? {} : { bifaciality: bifacial / 100 }),
  };
}

/** Rows so far from each other are each alone. */
const FAR_APART = 100;

function rowsOf({ slant, spacing, height }: StationArray): PvRows | undefined {
  if (slant === null) return undefined;
  const pitch = spacing === null || spacing === 0 ? FAR_APART * slant : spacing;
  return { slant, pitch, ...(height === null || height === 0 ? {} : { clearance: height }) };
}

const oneArray = ({ capacityKw, tilt, azimuth, latitude }: FleetStation): PvArray => ({
  dcPower: capacityKw * 1000,
  tilt: tilt ?? Math.min(STEEPEST_ASSUMED, Math.abs(latitude)),
  azimuth: azimuth ?? (latitude >= 0 ? 180 : 0),
});
