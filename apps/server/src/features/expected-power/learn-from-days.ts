import {
  clearPower,
  createStationModel,
  dayOffsets,
  expectedCurve,
  fitCalibration,
  sensorFault,
  skyColumns,
  SPREAD_DAYS,
  spreadsOf,
  type DayOffsets,
  type DayRows,
  type LightColumns,
  type PvStation,
  type SkyColumns,
  type Spreads,
} from '@sunfleet/analysis';
import { BUCKET_MS } from './buckets.ts';
import { believedOf, cutLight } from './expect-station.ts';
import { learnedOn, type Learned, type LearnedData } from './learned.ts';

/** Measured days of a station in five minutes, as they go to the thread that learns from them. */
export interface DaysToLearn {
  model: PvStation;
  /** Epoch ms, the middle of each step. */
  times: Float64Array;
  /** Measured power, W. */
  actual: Float64Array;
  light: LightColumns;
  days: readonly DayRows[];
  /** What was learned before, oldest first. */
  known?: readonly Learned[];
}

/** What days teach, and what they say of the range that was learned before. */
export interface Taught {
  learned: LearnedData;
  spreads: Spreads;
}

/** Which sensors are wrong, and what the station gives by those that are not. Takes seconds where it has hundreds of arrays. */
export function learnFromDays(given: DaysToLearn): Taught {
  const { model, times, actual, light, days } = given;
  const faults = faultsOf({ model, light, times, actual }, days);
  const believed = believedOf({ faults });
  const fitted = fitCalibration({ station: model, times, stepMs: BUCKET_MS, actual, light, days, believed });
  return { learned: { ...fitted, faults }, spreads: spreadsOfDays(given) };
}

/** The newest days after those that a calibration was learned from, each by the one that held on it. */
function spreadsOfDays({ model, times, actual, light, days, known = [] }: DaysToLearn): Spreads {
  const offsets: DayOffsets[] = [];
  for (const { day, from, to } of days.toReversed()) {
    if (offsets.length === SPREAD_DAYS) break;
    const learned = learnedOn(known, day);
    if (!learned || learned.to === null || day <= learned.to) continue;
    const curve = expectedCurve({
      station: model,
      times: times.subarray(from, to),
      light: cutLight(light, from, to),
      believed: believedOf(learned),
      calibration: { sources: learned.sources, limit: learned.limit },
    });
    const found = dayOffsets(curve, actual.subarray(from, to), { from: 0, to: to - from });
    if (found && Object.keys(found).length > 0) offsets.push(found);
  }
  return spreadsOf(offsets.toReversed());
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
