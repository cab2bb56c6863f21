import {
  horizonProfile,
  type HorizonProfile,
  localDayOf,
  type PvArray,
  type PvRows,
  type PvStation,
} from '@sunfleet/analysis';
import type { DesignPlanes, Fleet, FleetStation } from '../../fleet/index.ts';
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
    arrays: version ? modelArrays(version, station.capacityKw * 1000) : [oneArray(station)],
    ...(version?.horizon ? { horizon: profileOf(version.horizon) } : {}),
    ...ofInverters(version),
    ...(known ? { acPower: rated.reduce((sum: number, power) => sum + (power ?? 0), 0) } : {}),
  };
}

function versionAt({ design, timeZone }: FleetStation, time: number): DesignPlanes | undefined {
  if (!design) return undefined;
  const day = localDayOf(time, timeZone);
  return design.findLast(({ from }) => from === null || from <= day);
}

/** Rated power and efficiency of the inverters of a design, where it tells them. */
function ofInverters(
  version: DesignPlanes | undefined,
): Pick<PvStation, 'acPower' | 'inverterEfficiency' | 'inverters'> {
  if (!version?.inverters) return {};
  const { acPower, efficiency, sandia } = version.inverters;
  return {
    acPower,
    ...(efficiency === null ? {} : { inverterEfficiency: efficiency / 100 }),
    ...(sandia === null ? {} : { inverters: sandia }),
  };
}

type Horizon = NonNullable<DesignPlanes['horizon']>;

const profiles = new WeakMap<Horizon, HorizonProfile>();

/** One profile of a horizon as long as the fleet holds it, because the model keeps sums with it. */
function profileOf(horizon: Horizon): HorizonProfile {
  const points = () => horizon.azimuth.map((azimuth, at) => ({ azimuth, elevation: horizon.elevation[at]! }));
  const profile = profiles.get(horizon) ?? horizonProfile(points());
  profiles.set(horizon, profile);
  return profile;
}

function modelArrays(planes: DesignPlanes, stationWatts: number): PvArray[] {
  return planes.tilt.map((tilt, at) => {
    const of = (name: 'temperatureCoefficient' | 'albedo' | 'bifacial') => planes[name][at] ?? null;
    const diode = planes.diode[at] ?? undefined;
    const [coefficient, albedo, bifacial] = [of('temperatureCoefficient'), of('albedo'), of('bifacial')];
    const rows = rowsOf(planes, at);
    return {
      dcPower: planes.power[at] ?? (stationWatts * (planes.share[at] ?? 0)) / 100,
      tilt,
      azimuth: planes.azimuth[at]!,
      ...(coefficient === null ? {} : { temperatureCoefficient: coefficient / 100 }),
      ...(diode === undefined ? {} : { diode }),
      ...(albedo === null ? {} : { albedo }),
      ...(rows === undefined ? {} : { rows }),
      ...(bifacial === null ? {} : { bifaciality: bifacial / 100 }),
    };
  });
}

/** Rows so far from each other are each alone. */
const FAR_APART = 100;

function rowsOf(planes: DesignPlanes, at: number): PvRows | undefined {
  const [slant, spacing, height] = [planes.slant[at], planes.spacing[at] ?? 0, planes.height[at] ?? 0];
  if (slant === null || slant === undefined) return undefined;
  const pitch = spacing === 0 ? FAR_APART * slant : spacing;
  return { slant, pitch, ...(height === 0 ? {} : { clearance: height }) };
}

const oneArray = ({ capacityKw, tilt, azimuth, latitude }: FleetStation): PvArray => ({
  dcPower: capacityKw * 1000,
  tilt: tilt ?? Math.min(STEEPEST_ASSUMED, Math.abs(latitude)),
  azimuth: azimuth ?? (latitude >= 0 ? 180 : 0),
});
