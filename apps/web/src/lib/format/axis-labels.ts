import { formatNumber, formatPercent } from './number.ts';
import { joinQuantity, unitStep } from './quantity.ts';

/** Where an axis begins and ends, and how far its labels are apart. */
export interface AxisScale {
  min: number;
  max: number;
  step: number;
}

/**
 * Labels of one axis. All are in one unit, chosen by the largest, with as many digits as the step needs, so that no two read the
 * same: `0 kWh`, `0.5 kWh`, `1.0 kWh`.
 */
export function axisLabel(value: number, axis: { scale: AxisScale; unit: string; language: string }): string {
  const { scale, unit, language } = axis;
  const size = Math.max(Math.abs(scale.min), Math.abs(scale.max));
  const { divisor, unit: name } = unitStep(size, unit);
  const isZero = Math.abs(value) < scale.step / 1000;
  const digits = isZero ? 0 : digitsOf(scale.step / divisor);
  if (unit === '%') return formatPercent(value, language, digits);
  return joinQuantity({ value: formatNumber(isZero ? 0 : value / divisor, language, digits), unit: name });
}

/** Digits behind the point that tell steps of this size apart: none for 20, one for 0.5, three for 0.002. */
function digitsOf(step: number): number {
  const exact = Math.ceil(-Math.log10(step) - 1e-9);
  return Math.min(9, Math.max(0, exact));
}
