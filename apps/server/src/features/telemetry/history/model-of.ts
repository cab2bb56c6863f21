import { localDayOf, type PvArray, type PvStation } from '@sunfleet/analysis';
import { arrayPower, type StationArray } from '@sunfleet/contract';
import type { Fleet, FleetStation } from '../../fleet/index.ts';
import { partOf } from '../roll-up/station-flows.ts';

/** Tilt assumed where none is known: roofs of low latitudes are flatter. */
const STEEPEST_ASSUMED = 30;

/** The station as the model of its power sees it at a time: by its design of that local day, else by its one tilt and azimuth. */
export function modelOf(fleet: Fleet, station: FleetStation, time: number): PvStation {
  const rated = fleet
    .devicesOf(station.id)
    .filter((device) => partOf(device) === 'producer')
    .map((device) => device.ratedPower);
  const known = rated.length > 0 && rated.every((power) => power !== null);
  const altitude = station.elevation === null ? {} : { altitude: station.elevation };
  return {
    site: { latitude: station.latitude, longitude: station.longitude, ...altitude },
    arrays: designedArrays(station, time) ?? [oneArray(station)],
    ...(known ? { acPower: rated.reduce((sum: number, power) => sum + (power ?? 0), 0) } : {}),
  };
}

function designedArrays({ design, capacityKw, timeZone }: FleetStation, time: number): PvArray[] | undefined {
  if (!design) return undefined;
  const day = localDayOf(time, timeZone);
  const version = design.findLast(({ from }) => from === null || from <= day);
  return version?.arrays.map((array) => modelArray(array, capacityKw * 1000));
}

function modelArray(array: StationArray, stationWatts: number): PvArray {
  const { tilt, azimuth, module, albedo } = array;
  const coefficient = module?.temperatureCoefficient ?? null;
  return {
    dcPower: arrayPower(array, stationWatts) ?? 0,
    tilt,
    azimuth,
    ...(coefficient === null ? {} : { temperatureCoefficient: coefficient / 100 }),
    ...(albedo === null ? {} : { albedo }),
  };
}

const oneArray = ({ capacityKw, tilt, azimuth, latitude }: FleetStation): PvArray => ({
  dcPower: capacityKw * 1000,
  tilt: tilt ?? Math.min(STEEPEST_ASSUMED, Math.abs(latitude)),
  azimuth: azimuth ?? (latitude >= 0 ? 180 : 0),
});
