import type { LightSource } from './expected-source.ts';
import type { Believed, LightColumns } from './model-columns.ts';
import type { SkyColumns } from './sky-columns.ts';
import type { StationModel } from './station-model.ts';

/** Means of minutes under bright clouds against a clear sky: edges of clouds mirror light, most of all at low angles. */
const ENHANCEMENT = 1.3;
/** W/m2 of the sky around a low Sun that models of a clear sky miss. */
const GLOW = 25;

/** What a station cannot exceed: the cleanest sky with bright clouds, or what its sensors see, on cold modules without any loss. */
export function upperBound({
  model,
  sky,
  light,
  believed,
}: {
  model: StationModel;
  sky: SkyColumns;
  light: LightColumns;
  believed: Believed;
}) {
  const seen = (source: LightSource, column: Float64Array | undefined, row: number) =>
    believed[source] === false ? NaN : (column?.[row] ?? NaN);
  return (row: number): number => {
    const clean = {
      apparentZenith: sky.apparentZenith[row]!,
      azimuth: sky.azimuth[row]!,
      dniExtra: sky.dniExtra[row]!,
      ghi: sky.cleanGhi[row]!,
      dni: sky.cleanDni[row]!,
      dhi: sky.cleanDhi[row]!,
    };
    const high = sky.apparentZenith[row]! >= 90 ? 0 : model.planeOf(clean);
    const sensor = seen('poa', light.poa, row);
    const most = Math.max(high * ENHANCEMENT + GLOW, Number.isNaN(sensor) ? 0 : sensor * 1.05);
    return model.mostOf(most, light.temperature?.[row] ?? light.weather?.temperature?.[row] ?? NaN);
  };
}
