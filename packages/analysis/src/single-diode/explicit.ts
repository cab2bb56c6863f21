import { lambertWOfExp } from './lambert-w.ts';
import type { SingleDiode } from './parameters.ts';

/** NaN where one of them is: powers of 0 and comparisons forget it. */
const sumOf = (row: SingleDiode) =>
  row.photocurrent + row.saturationCurrent + row.resistanceSeries + row.nNsVth + 1 / row.resistanceShunt;

/** Current, A, at a voltage of the terminals. Jain and Kapoor 2004, Solar Energy Materials & Solar Cells 81, 269-277. */
export function explicitCurrent(voltage: number, row: SingleDiode): number {
  const { photocurrent, saturationCurrent, resistanceSeries, nNsVth } = row;
  const shunt = 1 / row.resistanceShunt;
  if (resistanceSeries === 0)
    return photocurrent - saturationCurrent * Math.expm1(voltage / nNsVth) - voltage * shunt;
  if (!(resistanceSeries > 0) || !(shunt >= 0)) return NaN;
  const share = resistanceSeries * shunt + 1;
  const scale = nNsVth * share;
  const light = photocurrent + saturationCurrent;
  const w = lambertWOfExp(
    Math.log((resistanceSeries * saturationCurrent) / scale) + (resistanceSeries * light + voltage) / scale,
  );
  return (light - voltage * shunt) / share - (nNsVth / resistanceSeries) * w;
}

/** Voltage of the terminals, V, at a current. The same source. */
export function explicitVoltage(current: number, row: SingleDiode): number {
  const { photocurrent, saturationCurrent, resistanceSeries, nNsVth } = row;
  const shunt = 1 / row.resistanceShunt;
  const lost = current * resistanceSeries;
  if (Number.isNaN(sumOf(row))) return NaN;
  if (shunt === 0) return nNsVth * Math.log1p((photocurrent - current) / saturationCurrent) - lost;
  if (!(shunt > 0)) return NaN;
  const left = photocurrent + saturationCurrent - current;
  const logarithm = Math.log(saturationCurrent / (shunt * nNsVth)) + left / (shunt * nNsVth);
  const w = lambertWOfExp(logarithm);
  // Of two equal forms the one that does not subtract two large numbers.
  const diode =
    logarithm > 1
      ? nNsVth * (Math.log(w) + Math.log((shunt * nNsVth) / saturationCurrent))
      : left / shunt - nNsVth * w;
  return diode - lost;
}
