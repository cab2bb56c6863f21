import type { AxisScale } from '../../lib/format/axis-labels.ts';

interface NiceOptions {
  /** The axis begins (or ends) at zero; only frequencies, voltages and the like do without. */
  zero: boolean;
  /** Marks stand at whole numbers: states. */
  whole?: boolean;
  /** About so many stretches lie between the marks. */
  stretches?: number;
  /** Under this nothing is worth an axis of its own: it reaches up to it. */
  least?: number;
}

/** A watt or two are what a device draws at night: 0 to -1.5 W would look like a fault. */
export const leastOf = (unit: string): number => (unit === 'W' ? 100 : 0);

/** Round ends and steps of an axis around what is drawn on it. */
export function niceScale(
  low: number,
  high: number,
  { zero, whole = false, stretches = 5, least = 0 }: NiceOptions,
): AxisScale {
  const isSmall = zero && low <= high && Math.max(-low, high) < least;
  const [from, to] = spanOf(low, isSmall ? least : high, zero);
  let scale = around(from, to, stepOf((to - from) / stretches, whole));
  // echarts divides the round span once more; the step is the one on which both agree.
  for (let tries = 0; tries < 5; tries += 1) {
    const step = stepOf((scale.max - scale.min) / stretches, whole);
    if (step === scale.step) break;
    scale = around(from, to, step);
  }
  return scale;
}

function spanOf(low: number, high: number, zero: boolean): [from: number, to: number] {
  if (!(low <= high) || !Number.isFinite(high - low)) return [0, 1];
  const from = zero ? besideZero(Math.min(0, low), high) : low;
  const to = zero ? -besideZero(Math.min(0, -high), -low) : high;
  if (to - from > NARROWEST * Math.max(NOTHING, Math.abs(from), Math.abs(to))) return [from, to];
  const room = zero ? 1 : Math.max(1, Math.abs(from) / 100);
  return zero ? [from, from + room] : [from - room, from + room];
}

/** A plant draws a few watts at night; for these the axis does not go below zero by a whole step. */
const besideZero = (small: number, large: number): number => (-small < large * NOTHING ? 0 : small);
const NOTHING = 0.02;
/** Of its values; ends with twelve digits tell nothing narrower apart, and a scale without a step has no labels. */
const NARROWEST = 1e-11;

function around(from: number, to: number, step: number): AxisScale {
  return {
    min: clean(Math.floor(from / step + 1e-9) * step),
    max: clean(Math.ceil(to / step - 1e-9) * step),
    step,
  };
}

/** Without the noise of binary fractions: 0.3, not 0.30000000000000004. */
const clean = (value: number): number => Number(value.toPrecision(12));

/** 1, 2, 3 or 5 times a power of ten, as echarts rounds. */
function stepOf(raw: number, whole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(raw));
  const share = raw / power;
  const round = share < 1.5 ? 1 : share < 2.5 ? 2 : share < 4 ? 3 : share < 7 ? 5 : 10;
  const step = clean(round * power);
  return whole ? Math.max(1, step) : step;
}
