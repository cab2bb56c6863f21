import { pvwatts } from '../inverter/pvwatts.ts';
import { sandia, type SandiaInverter } from '../inverter/sandia.ts';

/** AC power of DC power of all inverters of a station, W. */
export interface InverterPower {
  ac(dc: number): number;
  /** The same of inverters without a rating. */
  unclipped(dc: number): number;
}

const REFERENCE_EFFICIENCY = 0.9637;

/** By PVWatts: `acPower` is the rating, W, of all together. */
export function pvwattsPower({
  acPower,
  efficiency,
}: {
  acPower: number;
  efficiency: number;
}): InverterPower {
  const of = { pdc0: acPower / efficiency, etaInvNom: efficiency, etaInvRef: REFERENCE_EFFICIENCY };
  const ac = (pdc: number) => pvwatts.kernel({ pdc, ...of });
  return { ac, unclipped: (dc) => (dc > of.pdc0 ? dc * efficiency : ac(dc)) };
}

interface Some {
  inverter: SandiaInverter;
  count: number;
}

/**
 * By Sandia's curves at the voltage of the rating: each inverter has its part of the DC power by what it takes. What they take at night is no loss of light. None
 * gives more than it takes, whatever the curve that somebody wrote down of it says.
 */
export function sandiaPower(inverters: readonly SandiaInverter[]): InverterPower {
  const kinds = new Map<string, Some>();
  for (const inverter of inverters) {
    const key = JSON.stringify(inverter);
    const known = kinds.get(key);
    if (known) known.count += 1;
    else kinds.set(key, { inverter, count: 1 });
  }
  const some = [...kinds.values()];
  const full = some.reduce((sum, { inverter, count }) => sum + count * inverter.Pdco, 0);
  const sumOf = (dc: number, of: (inverter: SandiaInverter, pDc: number) => number) => {
    let sum = 0;
    for (const { inverter, count } of some) sum += count * of(inverter, (dc * inverter.Pdco) / full);
    return sum;
  };
  const acOf = (inverter: SandiaInverter, pDc: number) => {
    const pAc = sandia.kernel({ ...inverter, vDc: inverter.Vdco, pDc });
    return Number.isNaN(pAc) ? NaN : Math.min(pDc, Math.max(0, pAc));
  };
  return {
    ac: (dc) => sumOf(dc, acOf),
    unclipped: (dc) =>
      sumOf(dc, (inverter, pDc) =>
        pDc > inverter.Pdco ? pDc * Math.min(1, inverter.Paco / inverter.Pdco) : acOf(inverter, pDc),
      ),
  };
}
