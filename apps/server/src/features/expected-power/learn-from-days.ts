import {
  clearPower,
  createStationModel,
  fitCalibration,
  sensorFault,
  skyColumns,
  type DayRows,
  type LightColumns,
  type PvStation,
  type SkyColumns,
} from '@sunfleet/analysis';
import { BUCKET_MS } from './buckets.ts';
import { believedOf } from './expect-station.ts';
import type { LearnedData } from './learned.ts';

/** Measured days of a station in five minutes, as they go to the thread that learns from them. */
export interface DaysToLearn {
  model: PvStation;
  /** Epoch ms, the middle of each step. */
  times: Float64Array;
  /** Measured power, W. */
  actual: Float64Array;
  light: LightColumns;
  days: readonly DayRows[];
}

/** Which sensors are wrong, and what the station gives by those that are not. Takes seconds where it has hundreds of arrays. */
export function learnFromDays({ model, times, actual, light, days }: DaysToLearn): LearnedData {
  const faults = faultsOf({ model, light, times, actual }, days);
  const believed = believedOf({ faults });
  const fitted = fitCalibration({ station: model, times, stepMs: BUCKET_MS, actual, light, days, believed });
  return { ...fitted, faults };
}

function faultsOf(
  {
    model,
    light,
    times,
    actual,
  }: { model: PvStation; light: LightColumns; times: Float64Array; actual: Float64Array },
  days: readonly DayRows[],
): LearnedData['faults'] {
  if (!light.poa && !light.ghi) return {};
  const sky = skyColumns(times, model.site);
  const power = clearPower(model, sky);
  const check = (measured: Float64Array | undefined, clear: () => Float64Array) =>
    measured && sensorFault({ measured, clear: clear(), actual, clearPower: power }, days);
  const poa = check(light.poa, () => clearPlane(model, sky));
  const ghi = check(light.ghi, () => sky.ghi);
  return { ...(poa ? { poa } : {}), ...(ghi ? { ghi } : {}) };
}

/** Light of a clear sky on the arrays, W/m2. */
function clearPlane(station: PvStation, sky: SkyColumns): Float64Array {
  const model = createStationModel(station);
  return Float64Array.from(sky.ghi, (ghi, row) =>
    ghi === 0
      ? 0
      : model.planeOf({
          apparentZenith: sky.apparentZenith[row]!,
          azimuth: sky.azimuth[row]!,
          dniExtra: sky.dniExtra[row]!,
          ghi,
          dni: sky.dni[row]!,
          dhi: sky.dhi[row]!,
        }),
  );
}
