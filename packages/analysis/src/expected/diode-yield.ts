import { maxPowerPoint } from '../pvsystem/iv.ts';
import { calcparamsCec } from '../pvsystem/calcparams-desoto.ts';
import { zeroOf } from '../vector/zero-of.ts';

/** The single diode of a module at 1000 W/m2 and 25 degC, by pvlib's names. */
export interface ModuleDiode {
  /** Change of the short circuit's current, A/K. */
  alphaSc: number;
  aRef: number;
  ILRef: number;
  IoRef: number;
  RshRef: number;
  Rs: number;
  /** Percent by which `alphaSc` is corrected; 0 with De Soto. */
  adjust: number;
}

/** Power of a module by its nameplate at standard conditions. */
export type DiodeYield = (effectiveIrradiance: number, tempCell: number) => number;

/** Places of the table: denser in low light, where modules differ. */
const LIGHTS = 28;
const BRIGHTEST = 1500;
const COLDEST = -40;
const WARMEST = 100;
const STEP = 10;
const WARMTHS = (WARMEST - COLDEST) / STEP + 1;
/** W/m2 below which a module gives as it does there. */
const LEAST = 2;
/** No module gives more than this of its nameplate for the same light, whatever the diode that somebody wrote down of it says. */
const MOST_RELATIVE = 2;

const yields = new WeakMap<ModuleDiode, DiodeYield>();

/**
 * What a module gives of its nameplate by the models of De Soto and of the California Energy Commission, read from a table of light and temperature, because a year asks for a hundred thousand points. It
 * lies within a thousandth of the model. Made once for a module.
 */
export function diodeYield(diode: ModuleDiode): DiodeYield {
  const known = yields.get(diode);
  if (known) return known;
  const full = powerOf(diode, 1000, 25);
  const table = Float64Array.from({ length: LIGHTS * WARMTHS }, (_, at) => {
    const light = Math.max(LEAST, lightAt(Math.floor(at / WARMTHS)));
    return Math.min(
      MOST_RELATIVE,
      powerOf(diode, light, COLDEST + (at % WARMTHS) * STEP) / full / (light / 1000),
    );
  });
  const of: DiodeYield = (light, cell) => {
    if (!(light > 0)) return zeroOf(light);
    const row = Math.min(LIGHTS - 1, Math.sqrt(light / BRIGHTEST) * (LIGHTS - 1));
    const column = Math.min(WARMTHS - 1, Math.max(0, (cell - COLDEST) / STEP));
    const [up, left] = [Math.min(LIGHTS - 2, Math.floor(row)), Math.min(WARMTHS - 2, Math.floor(column))];
    const [down, right] = [row - up, column - left];
    const line = (of: number) => {
      const first = table[of * WARMTHS + left]!;
      return first + right * (table[of * WARMTHS + left + 1]! - first);
    };
    const above = line(up);
    return (light / 1000) * (above + down * (line(up + 1) - above));
  };
  yields.set(diode, of);
  return of;
}

const lightAt = (row: number) => BRIGHTEST * (row / (LIGHTS - 1)) ** 2;

function powerOf({ adjust, ...diode }: ModuleDiode, effectiveIrradiance: number, tempCell: number): number {
  return maxPowerPoint(calcparamsCec({ effectiveIrradiance, tempCell, Adjust: adjust, ...diode })).pMp;
}
