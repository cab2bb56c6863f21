import { LIMITS } from '@sunfleet/contract';
import type { LatestPoint } from '../points/device-points.ts';

/** Vertical axes one chart may have. */
const MOST_UNITS = 4;

type KeyedPoint = Pick<LatestPoint, 'key' | 'unit' | 'kind'>;

/** The name of a point's axis. Points of the same unit share one; each state and each fault word has an axis of its own. */
export function axisOf({ key, unit, kind }: KeyedPoint): string {
  return kind === 'state' || kind === 'bits' ? key : unit;
}

/** Whether one more point fits beside those chosen: eight points and four units in all. */
export function fits(chosen: readonly KeyedPoint[], point: KeyedPoint): boolean {
  const axes = new Set([...chosen, point].map(axisOf));
  return chosen.length < LIMITS.historyPoints && axes.size <= MOST_UNITS;
}

/** As many of the wanted points as the device has and a chart can show, in the wanted order. */
export function drawable<P extends KeyedPoint>(wanted: readonly string[], known: readonly P[]): P[] {
  const chosen: P[] = [];
  for (const key of new Set(wanted)) {
    const point = known.find((each) => each.key === key);
    if (point && fits(chosen, point)) chosen.push(point);
  }
  return chosen;
}

/** Points to draw until somebody chooses, in order: the first one that the device has tells most about it. */
const TELLING = [
  'ac.power',
  'meter.power',
  'battery.power',
  'irradiance.poa',
  'irradiance.ghi',
  'signal.strength',
];

/** The point a history opens with; undefined for a device that has reported nothing. */
export function firstPoint(known: readonly KeyedPoint[]): string | undefined {
  return TELLING.find((key) => known.some((point) => point.key === key)) ?? known[0]?.key;
}
