import { findRoot } from '../single-diode/find-root.ts';
import { fitPolynomial } from '../stats/least-squares.ts';

export interface AstmE1036Options {
  /** Currents near the top, as shares of its; 0.75 to 1.15 unless told. */
  imaxLimits?: readonly [number, number];
  /** Voltages near the top, as shares of its; 0.75 to 1.15 unless told. */
  vmaxLimits?: readonly [number, number];
  /** Points for the open circuit; 3 unless told. */
  vocPoints?: number;
  /** Points for the short circuit; 3 unless told. */
  iscPoints?: number;
  /** Order of the polynomial near the top; 4 unless told. */
  mpFitOrder?: number;
}

export interface AstmE1036Points {
  /** V. */
  voc: number;
  /** A. */
  isc: number;
  /** V. */
  vmp: number;
  /** A. */
  imp: number;
  /** W. */
  pmp: number;
  /** Fill factor. */
  ff: number;
}

interface Point {
  v: number;
  i: number;
}

/** By the line through the points nearest to 0 of `of`, the other value there. */
function crossing(points: readonly Point[], of: 'v' | 'i', count: number): number {
  const other = of === 'v' ? 'i' : 'v';
  const near = [...points].sort((one, two) => Math.abs(one[of]) - Math.abs(two[of])).slice(0, count);
  const fit = fitPolynomial(
    near.map((point) => point[of]),
    near.map((point) => point[other]),
    1,
  );
  return fit[0]!;
}

/** The top of a polynomial of the power through points near it; NaN where it has none between them. */
function topOf(points: readonly Point[], order: number): { vmp: number; pmp: number } {
  const voltages = points.map(({ v }) => v);
  const low = Math.min(...voltages);
  const high = Math.max(...voltages);
  const middle = (low + high) / 2;
  const half = (high - low) / 2;
  const fit = fitPolynomial(
    voltages.map((v) => (v - middle) / half),
    points.map(({ v, i }) => v * i),
    order,
  );
  const power = (x: number) => fit.reduceRight((sum, one) => sum * x + one, 0);
  const slopeAt = (x: number) => ({
    value: fit.reduceRight((sum, one, n) => (n === 0 ? sum : sum * x + n * one), 0),
    slope: fit.reduceRight((sum, one, n) => (n < 2 ? sum : sum * x + n * (n - 1) * one), 0),
  });
  let top = { vmp: NaN, pmp: -Infinity };
  const STEPS = 256;
  for (let step = 0; step < STEPS; step += 1) {
    const x = findRoot(slopeAt, -1 + (2 * step) / STEPS, -1 + (2 * step + 2) / STEPS);
    if (power(x) > top.pmp) top = { vmp: middle + half * x, pmp: power(x) };
  }
  return Number.isNaN(top.vmp) ? { vmp: NaN, pmp: NaN } : top;
}

/**
 * The points of a measured curve: open and short circuit by lines where nothing was measured close to them, the most power by a polynomial.
 * Throws where fewer points are near the top than the polynomial needs. ASTM E1036-15.
 */
export function astmE1036(
  voltage: ArrayLike<number>,
  current: ArrayLike<number>,
  options: AstmE1036Options = {},
): AstmE1036Points {
  if (voltage.length !== current.length)
    throw new RangeError(`current has ${current.length} values, voltage has ${voltage.length}`);
  const { imaxLimits = [0.75, 1.15], vmaxLimits = [0.75, 1.15], mpFitOrder = 4 } = options;
  const points = Array.from(voltage, (v, at) => ({ v, i: current[at]! })).filter(
    ({ v, i }) => !Number.isNaN(v + i),
  );
  const nearest = (of: 'v' | 'i') =>
    points.reduce((one, other) => (Math.abs(other[of]) < Math.abs(one[of]) ? other : one), points[0]!);
  const top = points.reduce((one, other) => (other.v * other.i > one.v * one.i ? other : one), points[0]!);
  const near = points.filter(
    ({ v, i }) =>
      i >= imaxLimits[0] * top.i &&
      i <= imaxLimits[1] * top.i &&
      v >= vmaxLimits[0] * top.v &&
      v <= vmaxLimits[1] * top.v,
  );
  if (near.length <= mpFitOrder)
    throw new RangeError(`astmE1036: ${mpFitOrder + 1} points at least near the top, not ${near.length}`);
  const open = nearest('i');
  const short = nearest('v');
  const voc = Math.abs(open.i) <= short.i * 0.001 ? open.v : crossing(points, 'i', options.vocPoints ?? 3);
  const isc = Math.abs(short.v) <= open.v * 0.005 ? short.i : crossing(points, 'v', options.iscPoints ?? 3);
  const { vmp, pmp } = topOf(near, mpFitOrder);
  return { voc, isc, vmp, imp: pmp / vmp, pmp, ff: pmp / (voc * isc) };
}
