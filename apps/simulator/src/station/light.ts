import { clearSkyAt, type Plane } from '@sunfleet/analysis';
import { iam, irradiance, temperature } from '@sunfleet/analysis/models';
import type { FleetStation } from '../../fleets/schema.ts';
import { airAt, type Air } from '../physics/air.ts';
import { placeOf, skyAt, type Sky } from '../physics/clouds.ts';
import type { InputLight } from '../physics/mppt.ts';
import { soilingAt } from '../physics/soiling.ts';

/** Light and air at a station at one instant. */
export interface StationLight {
  /** W/m2 on the horizontal. */
  ghi: number;
  sky: Sky;
  air: Air;
  /** Light of each plane, in the order they were asked for. */
  planes: PlaneLight[];
}

export interface PlaneLight extends InputLight {
  /** W/m2 as a sensor in the plane sees it: without dirt and reflection. */
  global: number;
}

/** Seed of the weather: all stations of all runs live under the same sky. */
const WEATHER = 20_260_501;
const HOUR_MS = 3_600_000;
/** Diffuse light comes from everywhere: what glass reflects of it on average. */
const DIFFUSE_THROUGH = 0.955;
/** Share of light that the ground throws back. */
const ALBEDO = 0.2;

export function lightAt(station: FleetStation, planes: readonly Plane[], time: number): StationLight {
  const place = placeOf(station.latitude, station.longitude);
  const { cloudiness } = station.climate;
  const sky = skyAt(WEATHER, place, { time, cloudiness });
  const solarHour = (((time / HOUR_MS + station.longitude / 15) % 24) + 24) % 24;
  const air = airAt({ seed: WEATHER, time, place, solarHour, sky, ...pick(station) });
  const site = { latitude: station.latitude, longitude: station.longitude, altitude: station.elevation };
  const clear = clearSkyAt(time, site, 2.6 + sky.cover);
  const ghi = clear.ghi * sky.clearness;
  if (ghi <= 0) {
    const dark = { global: 0, irradiance: 0, diffuse: 0, cellTemperature: air.temperature - 2 };
    return { ghi: 0, sky, air, planes: planes.map(() => dark) };
  }
  const parts =
    sky.clearness > 0.98
      ? { ...clear, ghi }
      : irradiance.erbs({ ghi, zenith: clear.position.zenith, dniExtra: clear.extraterrestrial });
  const sun = { solarZenith: clear.position.apparentZenith, solarAzimuth: clear.position.azimuth };
  const clean = 1 - soilingAt(station.name, time, cloudiness);
  return { ghi, sky, air, planes: planes.map(onPlane) };

  function onPlane(plane: Plane): PlaneLight {
    const angles = { ...sun, surfaceTilt: plane.tilt, surfaceAzimuth: plane.azimuth };
    const poa = irradiance.getTotalIrradiance({
      ...angles,
      ghi,
      dni: parts.dni,
      dhi: parts.dhi,
      dniExtra: clear.extraterrestrial,
      albedo: ALBEDO,
      model: 'haydavies',
    });
    const scattered = poa.poaDiffuse * DIFFUSE_THROUGH * clean;
    return {
      global: poa.poaGlobal,
      irradiance: poa.poaDirect * iam.ashrae({ aoi: irradiance.aoi(angles) }) * clean + scattered,
      diffuse: scattered,
      cellTemperature: temperature.faiman({
        poaGlobal: poa.poaGlobal,
        tempAir: air.temperature,
        windSpeed: air.wind,
      }),
    };
  }
}

function pick({ latitude, elevation, climate }: FleetStation) {
  return { latitude, elevation, climate };
}
