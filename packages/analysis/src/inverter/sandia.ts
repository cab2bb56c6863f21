import { vectorised, type Values } from '../vector/vectorised.ts';

/** An inverter's coefficients by the names of Sandia's database. */
export interface SandiaInverter {
  /** AC rating, W. */
  Paco: number;
  /** DC power at the rating, W. */
  Pdco: number;
  /** DC voltage at the rating, V. */
  Vdco: number;
  /** DC power at which it begins, W. */
  Pso: number;
  /** Curvature at the rating, 1/W. */
  C0: number;
  /** How Pdco changes with voltage, 1/V. */
  C1: number;
  /** How Pso changes with voltage, 1/V. */
  C2: number;
  /** How C0 changes with voltage, 1/V. */
  C3: number;
  /** AC power taken at night, W. */
  Pnt: number;
}

export interface SandiaInput extends SandiaInverter {
  /** V. */
  vDc: number;
  /** W. */
  pDc: number;
}

/** AC power before its limits, W. */
function unlimited(vDc: number, pDc: number, inverter: SandiaInverter): number {
  const away = vDc - inverter.Vdco;
  const full = inverter.Pdco * (1 + inverter.C1 * away);
  const start = inverter.Pso * (1 + inverter.C2 * away);
  const bend = inverter.C0 * (1 + inverter.C3 * away);
  const used = pDc - start;
  return (inverter.Paco / (full - start) - bend * (full - start)) * used + bend * used ** 2;
}

function limited(pAc: number, pDc: number, { Paco, Pso, Pnt }: SandiaInverter): number {
  if (Number.isNaN(pAc)) return NaN;
  return pDc < Pso ? -Math.abs(Pnt) : Math.min(Paco, pAc);
}

/**
 * AC power, W: not above the rating, and what the inverter takes at night where DC power is below its start. King et al. 2007,
 * SAND2007-5036.
 */
export const sandia = vectorised<SandiaInput>(
  {
    vDc: NaN,
    pDc: NaN,
    Paco: NaN,
    Pdco: NaN,
    Vdco: NaN,
    Pso: NaN,
    C0: NaN,
    C1: NaN,
    C2: NaN,
    C3: NaN,
    Pnt: NaN,
  },
  (row) => limited(unlimited(row.vDc, row.pDc, row), row.pDc, row),
);

/** Throws where there is not a voltage for each power, or they are not of one length. */
function rowsOf(vDc: readonly Values[], pDc: readonly Values[]): number | null {
  if (vDc.length !== pDc.length || pDc.length === 0)
    throw new RangeError(`vDc has ${vDc.length} inputs, pDc has ${pDc.length}`);
  const lengths = new Set([...vDc, ...pDc].map((one) => (typeof one === 'number' ? null : one.length)));
  if (lengths.size > 1) throw new RangeError('vDc and pDc: numbers, or series of one length');
  return [...lengths][0]!;
}

/**
 * AC power, W, of an inverter with several inputs, each with a voltage (V) and a power (W): numbers, or series. Each input
 * counts by its share of the power. Throws where lengths differ. Hanson et al. 2022, pvpmc.sandia.gov; King et al. 2007.
 */
export function sandiaMulti(vDc: readonly number[], pDc: readonly number[], inverter: SandiaInverter): number;
export function sandiaMulti(
  vDc: readonly Float64Array[],
  pDc: readonly Float64Array[],
  inverter: SandiaInverter,
): Float64Array;
export function sandiaMulti(
  vDc: readonly Values[],
  pDc: readonly Values[],
  inverter: SandiaInverter,
): Values {
  const length = rowsOf(vDc, pDc);
  const at = (values: Values, row: number) => (typeof values === 'number' ? values : values[row]!);
  const power = (row: number) => {
    const whole = pDc.reduce<number>((sum, one) => sum + at(one, row), 0);
    // Without power there are no shares; every input then begins below the start alike.
    const shareOf = (one: Values) => (whole === 0 ? 1 / pDc.length : at(one, row) / whole);
    const pAc = pDc.reduce<number>(
      (sum, one, input) => sum + shareOf(one) * unlimited(at(vDc[input]!, row), whole, inverter),
      0,
    );
    return limited(pAc, whole, inverter);
  };
  return length === null ? power(0) : Float64Array.from({ length }, (_, row) => power(row));
}
