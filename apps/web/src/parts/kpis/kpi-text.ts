import { KPI_INPUTS, type KpiFigures, type KpiInput, kpiUnit, type KpiName } from '@sunfleet/contract';
import type { Format } from '../../lib/format/use-format.ts';

/** A key figure as it is read and written: hours, or per cent. */
export function kpiNumber({ values }: KpiFigures, name: KpiName): number | null {
  const { value } = values[name];
  return value !== null && kpiUnit(name) === '%' ? 100 * value : value;
}

/** The same as text; `–` where it is not known. */
export const kpiText = (figures: KpiFigures, name: KpiName, format: Pick<Format, 'value'>): string =>
  format.value(kpiNumber(figures, name), kpiUnit(name), kpiUnit(name) === '%' ? 1 : 2);

export function inputText(
  { sums }: KpiFigures,
  name: KpiInput,
  format: Pick<Format, 'value' | 'energy' | 'capacity'>,
): string {
  const { unit, of } = KPI_INPUTS[name];
  const value = of(sums);
  if (unit === 'kWh') return format.energy(value);
  return unit === 'kWp' ? format.capacity(value) : format.value(value, unit, 2);
}
