import type { PvStation } from '../pv/expected-power.ts';
import { median } from '../stats/quantile.ts';
import { dayFault, type DayFault, type DayRows } from './accepted-days.ts';
import type { Calibration } from './calibration.ts';
import { LIGHT_SOURCES, type LightSource } from './expected-source.ts';
import { fitSource } from './fit-source.ts';
import { learnLimit } from './learn-limit.ts';
import { createSourcePower, type Believed, type LightColumns } from './model-columns.ts';
import { isLit, skyColumns } from './sky-columns.ts';
import { createStationModel } from './station-model.ts';

export interface FitInput {
  station: PvStation;
  /** Epoch ms, the middle of each step. */
  times: Float64Array;
  stepMs: number;
  /** Measured AC power, W; NaN where unknown. */
  actual: Float64Array;
  light: LightColumns;
  believed?: Believed;
  /** Local days in their order. */
  days: readonly DayRows[];
  /** Days without which nothing is learned; 5 unless told. */
  leastDays?: number;
}

export interface FittedCalibration extends Calibration {
  /** First and last accepted day; null without any. */
  from: string | null;
  to: string | null;
  /** Days that were looked at and not accepted, by reason, of the best source. */
  refused: Partial<Record<DayFault, number>>;
}

/** Newest accepted days that count. */
export const CALIBRATION_DAYS = 60;
const LEAST_DAYS = 5;
/** Days whose energy against the model lies so far from the middle one are odd: snow, work at the station, a wrong sensor. */
const ODD = 0.15;
const SPREADS = 4;

/**
 * Learns from measured days what a station gives by each source of light: robust factors by the Sun's position (shade and horizon) and by load,
 * the limit that clips it, and how far real power lies around that. A source of which too few days are accepted is not learned.
 */
export function fitCalibration(input: FitInput): FittedCalibration {
  const { station, times, actual, light, believed = {}, days, stepMs, leastDays = LEAST_DAYS } = input;
  const model = createStationModel(station);
  const fitted: FittedCalibration = { sources: {}, limit: null, from: null, to: null, refused: {} };
  if (model.capacity <= 0) return fitted;
  const sky = skyColumns(times, station.site, station.turbidity);
  const power = createSourcePower({ model, sky, light });
  const columnOf = (source: LightSource) => Float64Array.from(times, (_, row) => power(source, row));
  for (const source of LIGHT_SOURCES) {
    if (believed[source] === false) continue;
    const dc = columnOf(source);
    const modelled = dc.map((watts) => model.ac(watts));
    const limit = source === 'clearSky' ? fitted.limit : learnLimit({ actual, modelled });
    const judged = { actual, modelled, capacity: model.capacity, stepMs, limit };
    const refused: FittedCalibration['refused'] = {};
    const refuse = (fault: DayFault) => (refused[fault] = (refused[fault] ?? 0) + 1);
    const whole = days.filter((day) => {
      const fault = dayFault(judged, day);
      if (fault) refuse(fault);
      return !fault;
    });
    const usual = source === 'clearSky' ? whole : withoutOdd(whole, judged);
    for (let odd = whole.length - usual.length; odd > 0; odd -= 1) refuse('odd');
    const accepted = usual.slice(-CALIBRATION_DAYS);
    if (accepted.length < leastDays) continue;
    const byDay = accepted.map(({ from, to }) =>
      Array.from({ length: to - from }, (_, place) => from + place).filter(
        (row) =>
          isLit(sky, row) &&
          modelled[row]! > 0 &&
          !Number.isNaN(actual[row]!) &&
          !(limit !== null && (actual[row]! > 0.97 * limit || modelled[row]! > 1.05 * limit)),
      ),
    );
    if (byDay.every((rows) => rows.length === 0)) continue;
    if (fitted.from === null) {
      fitted.from = accepted[0]!.day;
      fitted.to = accepted.at(-1)!.day;
      fitted.refused = refused;
      fitted.limit = limit;
    }
    fitted.sources[source] = fitSource(source, {
      model,
      sky,
      actual,
      dc,
      byDay,
      stepMs,
    });
  }
  return fitted;
}

function withoutOdd(
  days: readonly DayRows[],
  { actual, modelled }: { actual: Float64Array; modelled: Float64Array },
): readonly DayRows[] {
  const ratios = days.map(({ from, to }) => {
    let [real, made] = [0, 0];
    for (let row = from; row < to; row += 1) {
      if (!(modelled[row]! > 0) || Number.isNaN(actual[row]!)) continue;
      real += actual[row]!;
      made += modelled[row]!;
    }
    return real / made;
  });
  const middle = median(ratios);
  const spread = 1.4826 * median(ratios.map((ratio) => Math.abs(ratio - middle)));
  const most = Math.max(ODD * middle, SPREADS * spread);
  return days.filter((_, place) => Math.abs(ratios[place]! - middle) <= most);
}

/** A station that gives so much less than it did has lost a part; it did not become a smaller one. */
const LOWER = 0.93;

/** Whether a newer calibration would take a lasting loss for usual. Only sources that see the weather tell. */
export const isLower = (before: Calibration, after: Calibration): boolean =>
  (['poa', 'ghi', 'weather', 'peers'] as const).some((source) => {
    const [old, fresh] = [before.sources[source], after.sources[source]];
    return old !== undefined && fresh !== undefined && fresh.factor < LOWER * old.factor;
  });
