import { vectorised, type Values } from '../vector/vectorised.ts';

export interface InverterPvwatts {
  /** DC power at the rating, W: rating / `etaInvNom`. */
  pdc0: number;
  /** Nominal efficiency; 0.96 unless told. */
  etaInvNom?: number;
  /** Of the inverter that the curve was made of; 0.9637 unless told. */
  etaInvRef?: number;
}

export interface InverterPvwattsInput extends InverterPvwatts {
  /** W. */
  pdc: number;
}

/**
 * AC power, W: part-load efficiency etaNom / etaRef (-0.0162 z - 0.0059 / z + 0.9858) with z = pdc / pdc0; not above the
 * rating etaNom pdc0, not below 0. PVWatts 5, Dobos 2014, NREL/TP-6A20-62641.
 */
export const pvwatts = vectorised<InverterPvwattsInput>(
  { pdc: NaN, pdc0: NaN, etaInvNom: 0.96, etaInvRef: 0.9637 },
  ({ pdc, pdc0, etaInvNom, etaInvRef }) => {
    const load = pdc / pdc0;
    const shape = -0.0162 * load * pdc - 0.0059 * pdc0 + 0.9858 * pdc;
    return Math.max(0, Math.min(etaInvNom * pdc0, (etaInvNom / etaInvRef) * shape));
  },
);

/** AC power, W, of an inverter with several inputs (W each, numbers or series): that of their sum. Throws where lengths differ. */
export function pvwattsMulti(pdc: readonly number[], inverter: InverterPvwatts): number;
export function pvwattsMulti(pdc: readonly Float64Array[], inverter: InverterPvwatts): Float64Array;
export function pvwattsMulti(pdc: readonly Values[], inverter: InverterPvwatts): Values {
  if (pdc.every((one) => typeof one === 'number'))
    return pvwatts({ pdc: pdc.reduce((sum, one) => sum + one, 0), ...inverter });
  const first = pdc[0];
  const other = pdc.find(
    (one) => typeof one === 'number' || typeof first === 'number' || one.length !== first?.length,
  );
  if (other !== undefined) throw new RangeError('pdc: numbers, or series of one length');
  const whole = Float64Array.from(first as Float64Array, (_, row) =>
    (pdc as readonly Float64Array[]).reduce((sum, one) => sum + one[row]!, 0),
  );
  return pvwatts({ pdc: whole, ...inverter });
}
