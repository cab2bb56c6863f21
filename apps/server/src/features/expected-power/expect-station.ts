import {
  addDays,
  dayRange,
  expectedCurveSteps,
  localDayOf,
  skyColumns,
  isLit,
  stuckReadings,
  type ExpectedCurve,
  type LightColumns,
  type PvStation,
  type WeatherColumns,
} from '@sunfleet/analysis';
import { inSmallSteps } from '../../platform/in-small-steps.ts';
import type { Fleet, FleetStation } from '../fleet/index.ts';
import { modelOf } from '../telemetry/index.ts';
import { BUCKET_MS, middlesOf } from './buckets.ts';
import { learnedOn, type Learned } from './learned.ts';
import type { MeasuredColumns } from './power-inputs.ts';

/** What is known of a station over [from, to), on bucket borders. */
export interface StationInputs {
  from: number;
  to: number;
  measured: MeasuredColumns;
  weather?: WeatherColumns | undefined;
  /** Power of its neighbours as a share of what a clear sky gives them. */
  peers?: Float64Array | undefined;
}

/** An expected curve in five minutes from a start on, with the row of what was learned; 0: nothing. */
export interface StationCurve extends ExpectedCurve {
  calibration: Uint32Array;
}

/**
 * Expected power of a station in five minutes, by the design and the calibration of each local day. Readings of a sensor that hangs are left out,
 * and so are sensors that were found to be wrong. Others have their turn meanwhile.
 */
export async function expectStation(
  fleet: Pick<Fleet, 'devicesOf'>,
  station: FleetStation,
  { inputs, learned }: { inputs: StationInputs; learned: readonly Learned[] },
): Promise<StationCurve> {
  const { from, to } = inputs;
  const length = Math.max(0, (to - from) / BUCKET_MS);
  const column = () => new Float64Array(length);
  const whole: StationCurve = {
    p10: column(),
    p50: column(),
    p90: column(),
    bound: column(),
    plane: column().fill(NaN),
    source: new Uint8Array(length),
    calibration: new Uint32Array(length),
  };
  const light = lightOf(modelOf(fleet, station, from), inputs);
  for (const { start, end, known } of segmentsOf(station, inputs, learned)) {
    const [first, last] = [(start - from) / BUCKET_MS, (end - from) / BUCKET_MS];
    const steps = expectedCurveSteps({
      station: modelOf(fleet, station, start),
      times: middlesOf(start, end),
      light: cutLight(light, first, last),
      ...(known ? { calibration: known, believed: believedOf(known) } : {}),
    });
    const curve = await inSmallSteps(steps);
    for (const name of ['p10', 'p50', 'p90', 'bound', 'plane'] as const) whole[name].set(curve[name], first);
    whole.source.set(curve.source, first);
    whole.calibration.fill(known?.id ?? 0, first, last);
  }
  return whole;
}

/** Sensors that were found to be wrong are not believed. */
export const believedOf = ({ faults }: Pick<Learned, 'faults'>) => ({
  ...(faults.poa ? { poa: false } : {}),
  ...(faults.ghi ? { ghi: false } : {}),
});

/** Light that is known, without readings of a sensor that hangs. */
export function lightOf(model: PvStation, inputs: StationInputs): LightColumns {
  const { from, to, measured, weather, peers } = inputs;
  const times = middlesOf(from, to);
  const sensors = [measured.poa, measured.ghi].filter((values) =>
    values.some((value) => !Number.isNaN(value)),
  );
  const sky = sensors.length > 0 ? skyColumns(times, model.site) : undefined;
  const moving = (values: Float64Array): Float64Array | undefined => {
    if (!sky || !sensors.includes(values)) return undefined;
    const readings = Array.from(values, (value) => (Number.isNaN(value) ? null : value));
    const stuck = stuckReadings(readings, { isDay: (row) => isLit(sky, row), stepMs: BUCKET_MS });
    return values.map((value, row) => (stuck[row] ? NaN : value));
  };
  return {
    poa: moving(measured.poa),
    ghi: moving(measured.ghi),
    temperature: measured.ambient,
    weather,
    peers,
  };
}

/** The rows of light from a place up to another one. */
export function cutLight(light: LightColumns, first: number, last: number): LightColumns {
  const part = (values: Float64Array | undefined) => values?.subarray(first, last);
  const { weather } = light;
  return {
    poa: part(light.poa),
    ghi: part(light.ghi),
    temperature: part(light.temperature),
    peers: part(light.peers),
    weather: weather && {
      ghi: weather.ghi.subarray(first, last),
      ...(weather.dni ? { dni: weather.dni.subarray(first, last) } : {}),
      ...(weather.dhi ? { dhi: weather.dhi.subarray(first, last) } : {}),
      ...(weather.temperature ? { temperature: weather.temperature.subarray(first, last) } : {}),
      ...(weather.windSpeed ? { windSpeed: weather.windSpeed.subarray(first, last) } : {}),
    },
  };
}

interface Segment {
  start: number;
  end: number;
  known: Learned | undefined;
}

/** Stretches over which design and calibration stay the same. */
export function segmentsOf(
  { design, timeZone }: FleetStation,
  { from, to }: Pick<StationInputs, 'from' | 'to'>,
  learned: readonly Learned[],
): Segment[] {
  const [first, last] = [localDayOf(from, timeZone), localDayOf(to - 1, timeZone)];
  const borders = [
    ...(design ?? []).map((version) => version.from),
    ...learned.map(({ validFrom }) => validFrom),
  ].filter((day) => day !== null && day > first && day <= last) as string[];
  const starts = [from, ...[...new Set(borders)].toSorted().map((day) => dayRange(day, timeZone).start)];
  return starts.map((start, place) => ({
    start,
    end: starts[place + 1] ?? to,
    known: learnedOn(learned, localDayOf(start, timeZone)),
  }));
}

/** The local days that lie in [from, to), the first and last one whole. */
export function daysOf({ timeZone }: Pick<FleetStation, 'timeZone'>, from: number, to: number) {
  const last = localDayOf(to - 1, timeZone);
  const days: { day: string; start: number; end: number }[] = [];
  for (let day = localDayOf(from, timeZone); day <= last; day = addDays(day, 1))
    days.push({ day, ...dayRange(day, timeZone) });
  return days;
}
