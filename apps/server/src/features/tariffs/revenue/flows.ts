import type { IntervalEnergies } from '@sunfleet/analysis';

/** Energies of a station that its money follows from. */
export const FLOWS = ['pv', 'export', 'import', 'charge', 'discharge'] as const;
export type Flow = (typeof FLOWS)[number];

/** Each of them by its name. */
export const eachFlow = (of: (flow: Flow) => Float64Array | undefined): Pick<IntervalEnergies, Flow> => ({
  pv: of('pv'),
  export: of('export'),
  import: of('import'),
  charge: of('charge'),
  discharge: of('discharge'),
});
