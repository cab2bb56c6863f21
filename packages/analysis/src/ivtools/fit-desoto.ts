import { BOLTZMANN_EV, ZERO_CELSIUS } from '../pv/constants.ts';
import { leastSquares } from '../stats/least-squares.ts';
import type { Datasheet, DesotoParameters } from './fit-desoto-batzelis.ts';

export interface FitDesotoInput extends Datasheet {
  cellsInSeries: number;
  /** Band gap at the reference, eV; 1.121 (silicon) unless told. */
  EgRef?: number;
  /** Its change, 1/K; -0.0002677 (silicon) unless told. */
  dEgdT?: number;
  /** degC; 25 unless told. */
  tempRef?: number;
}

/** What is fitted, and how many candidates may still be looked at for it. */
type Specs = Required<FitDesotoInput> & { left: { candidates: number } };

interface Candidate {
  a: number;
  Rs: number;
  light: number;
  saturation: number;
  shunt: number;
  /** Of the top's slope, and of the open circuit when warmer; 0 at the solution. */
  residuals: readonly [number, number];
}

const WARMER = 2;
const NEWTONS = 60;
/** Data sheets of modules need some twenty; figures that no module has would go on for tens of thousands. */
const CANDIDATES = 400;
const PRECISION = 1e-12;
/** Idealities and shares of the largest series resistance to begin with. */
const STARTS = [1.5, 1.2, 1, 1.8, 0.8, 2.2].flatMap((ideality) =>
  [0.3, 0.6, 0.1, 0.8].map((share) => [ideality, share] as const),
);

/**
 * For a slope of the diode and a series resistance, the other three follow from the three points of the data sheet, because they stand in a line in
 * each equation; two equations are left.
 */
function candidateAt(a: number, Rs: number, specs: Specs): Candidate {
  const { vMp, iMp, vOc, iSc } = specs;
  specs.left.candidates -= 1;
  // Saturation by its current at open circuit, so that all three have sizes alike.
  const rise = (v: number) => Math.exp((v - vOc) / a) - Math.exp(-vOc / a);
  const diodeAtTop = vMp + iMp * Rs;
  const row = (v: number) => [1, -rise(v), -v];
  const solved = leastSquares([row(iSc * Rs), row(vOc), row(diodeAtTop)], [iSc, 0, iMp]);
  const [light = NaN, scaled = NaN, shunt = NaN] = solved;
  const conductance = (scaled * Math.exp((diodeAtTop - vOc) / a)) / a + shunt;
  const slope = conductance / (1 + Rs * conductance);
  const reference = specs.tempRef + ZERO_CELSIUS;
  const warm = reference + WARMER;
  const gap = specs.EgRef * (1 + specs.dEgdT * WARMER);
  const growth = 3 * Math.log(warm / reference) + (specs.EgRef / reference - gap / warm) / BOLTZMANN_EV;
  const openWarm = vOc + WARMER * specs.betaVoc;
  const diodeWarm = Math.exp(growth + openWarm / ((a * warm) / reference) - vOc / a);
  const offWarm = Math.exp(growth - vOc / a);
  const leftWarm = light + WARMER * specs.alphaSc - scaled * (diodeWarm - offWarm) - openWarm * shunt;
  return {
    a,
    Rs,
    light,
    saturation: scaled * Math.exp(-vOc / a),
    shunt,
    residuals: [(slope * vMp) / iMp - 1, leftWarm / iSc],
  };
}

const sizeOf = ({ residuals: [one, other] }: Candidate) => Math.hypot(one, other);

/** One step of Newton's, shortened until it helps; null where none does. */
function step(from: Candidate, specs: Specs): Candidate | null {
  const da = from.a * 1e-6;
  const dRs = Math.max(from.Rs, 1e-3) * 1e-6;
  const byA = candidateAt(from.a + da, from.Rs, specs).residuals;
  const byRs = candidateAt(from.a, from.Rs + dRs, specs).residuals;
  const [f, g] = from.residuals;
  const [fa, ga] = [(byA[0] - f) / da, (byA[1] - g) / da];
  const [fr, gr] = [(byRs[0] - f) / dRs, (byRs[1] - g) / dRs];
  const determinant = fa * gr - fr * ga;
  const stepA = (fr * g - f * gr) / determinant;
  const stepRs = (f * ga - fa * g) / determinant;
  for (let share = 1; share > 1e-4 && specs.left.candidates > 0; share /= 2) {
    const a = from.a + share * stepA;
    if (!(a > 0)) continue;
    const next = candidateAt(a, from.Rs + share * stepRs, specs);
    if (sizeOf(next) < sizeOf(from)) return next;
  }
  return null;
}

function solveFrom(start: Candidate, specs: Specs): Candidate {
  let best = start;
  for (let again = 0; again < NEWTONS && sizeOf(best) > PRECISION; again += 1) {
    const next = step(best, specs);
    if (next === null) break;
    best = next;
  }
  return best;
}

const isModule = ({ Rs, light, saturation, shunt }: Candidate) =>
  Rs >= 0 && light > 0 && saturation > 0 && shunt > 0;

/**
 * De Soto's parameters of a data sheet: the curve goes through its three points, has its top at the one in the middle, and moves with temperature
 * as told. Throws where no module has such a data sheet. De Soto, Klein and Beckman 2006, Solar Energy 80, 78-88.
 */
export function fitDesoto(input: FitDesotoInput): DesotoParameters {
  const specs: Specs = {
    EgRef: 1.121,
    dEgdT: -0.0002677,
    tempRef: 25,
    ...input,
    left: { candidates: CANDIDATES },
  };
  const thermal = BOLTZMANN_EV * (specs.tempRef + ZERO_CELSIUS) * specs.cellsInSeries;
  const most = (specs.vOc - specs.vMp) / specs.iMp;
  for (const [ideality, share] of STARTS) {
    if (specs.left.candidates <= 0) break;
    const found = solveFrom(candidateAt(ideality * thermal, share * most, specs), specs);
    if (sizeOf(found) < 1e-8 && isModule(found))
      return {
        alphaSc: specs.alphaSc,
        aRef: found.a,
        ILRef: found.light,
        IoRef: found.saturation,
        RshRef: 1 / found.shunt,
        Rs: found.Rs,
      };
  }
  throw new RangeError('fitDesoto: no module has these points and coefficients');
}
