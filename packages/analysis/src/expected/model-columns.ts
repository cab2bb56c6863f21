import { erbs } from '../irradiance/erbs.ts';
import type { PvStation } from '../pv/expected-power.ts';
import type { LightSource } from './expected-source.ts';
import { isLit, type SkyColumns } from './sky-columns.ts';
import type { SkyRow } from './row-light.ts';
import { createStationModel, type Air, type StationModel } from './station-model.ts';

/** What is known of the light at each time; W/m2, degC, m/s. NaN: not known. Missing columns: nobody measures it. */
export interface LightColumns {
  /** On the plane of the arrays. */
  poa?: Float64Array | undefined;
  /** On the horizontal. */
  ghi?: Float64Array | undefined;
  temperature?: Float64Array | undefined;
  windSpeed?: Float64Array | undefined;
  weather?: WeatherColumns | undefined;
  /** Power of neighbours as a share of what a clear sky would give them. */
  peers?: Float64Array | undefined;
}

/** What a weather provider says of each time. Without `dni` and `dhi` the light is split by Erbs. */
export interface WeatherColumns {
  ghi: Float64Array;
  dni?: Float64Array;
  dhi?: Float64Array;
  temperature?: Float64Array;
  windSpeed?: Float64Array;
}

/** Which sources may be used; those that were found to be wrong may not. */
export type Believed = Readonly<Partial<Record<LightSource, boolean>>>;

const at = (column: Float64Array | undefined, row: number) => column?.[row] ?? NaN;

/** DC power after losses, W, of each row by one source; 0 by night, NaN where the source says nothing. */
export type SourcePower = (source: LightSource, row: number) => number;

/** Power by each source, row by row. */
export function createSourcePower({
  model,
  sky,
  light,
}: {
  model: Pick<StationModel, 'dcOfSky' | 'dcOfPlane'>;
  sky: SkyColumns;
  light: LightColumns;
}): SourcePower {
  const split = { dni: NaN, dhi: NaN, kt: NaN };
  const skyRow: SkyRow = { apparentZenith: NaN, azimuth: NaN, dniExtra: NaN, ghi: NaN, dni: NaN, dhi: NaN };
  const air: Air = { temperature: NaN, windSpeed: NaN };
  const { weather } = light;
  const airOf = (row: number): Air => {
    const own = at(light.temperature, row);
    air.temperature = Number.isNaN(own) ? at(weather?.temperature, row) : own;
    const wind = at(light.windSpeed, row);
    air.windSpeed = Number.isNaN(wind) ? at(weather?.windSpeed, row) : wind;
    return air;
  };
  const ofSky = (row: number, [ghi, dni, dhi]: [number, number, number]): number => {
    skyRow.apparentZenith = sky.apparentZenith[row]!;
    skyRow.azimuth = sky.azimuth[row]!;
    skyRow.dniExtra = sky.dniExtra[row]!;
    skyRow.ghi = ghi;
    skyRow.dni = dni;
    skyRow.dhi = dhi;
    return model.dcOfSky(skyRow, airOf(row));
  };
  const ofGlobal = (row: number, measured: number): number => {
    if (Number.isNaN(measured)) return NaN;
    const ghi = Math.max(0, measured);
    erbs.kernel(
      {
        ghi,
        zenith: sky.zenith[row]!,
        time: NaN,
        dniExtra: sky.dniExtra[row]!,
        minCosZenith: 0.065,
        maxZenith: 87,
      },
      split,
    );
    return ofSky(row, [ghi, split.dni, split.dhi]);
  };
  const clear = (row: number) =>
    sky.apparentZenith[row]! >= 90 ? 0 : ofSky(row, [sky.ghi[row]!, sky.dni[row]!, sky.dhi[row]!]);
  const BY: Record<LightSource, (row: number) => number> = {
    poa: (row) => {
      const poa = at(light.poa, row);
      return Number.isNaN(poa) ? NaN : model.dcOfPlane(Math.max(0, poa), airOf(row));
    },
    ghi: (row) => ofGlobal(row, at(light.ghi, row)),
    weather: (row) => {
      const [dni, dhi] = [at(weather?.dni, row), at(weather?.dhi, row)];
      const ghi = at(weather?.ghi, row);
      return Number.isNaN(dni + dhi)
        ? ofGlobal(row, ghi)
        : ofSky(row, [ghi, Math.max(0, dni), Math.max(0, dhi)]);
    },
    peers: (row) => {
      const share = at(light.peers, row);
      return Number.isNaN(share) ? NaN : Math.max(0, share) * clear(row);
    },
    clearSky: clear,
  };
  return (source, row) => {
    if (Number.isNaN(sky.elevation[row]!)) return NaN;
    return isLit(sky, row) ? BY[source](row) : 0;
  };
}

/** Power of each row of a station under a clear sky, without calibration, W: what peers are measured against. */
export function clearPower(station: PvStation, sky: SkyColumns): Float64Array {
  const model = createStationModel(station);
  const power = createSourcePower({ model, sky, light: {} });
  return Float64Array.from(sky.elevation, (_, row) => model.ac(power('clearSky', row)));
}
