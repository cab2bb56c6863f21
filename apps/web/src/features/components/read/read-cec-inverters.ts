import { inverter } from '@sunfleet/analysis/models';
import type { TableRow } from './component-table.ts';
import { foundInverter, type FoundComponent } from './found-component.ts';
import { splitName } from './split-name.ts';

/** Columns by which the table of inverters of the California Energy Commission is known, as SAM and pvlib keep it. */
export const CEC_INVERTER_COLUMNS = [
  'name',
  'paco',
  'pdco',
  'vdco',
  'pso',
  'c0',
  'c1',
  'c2',
  'c3',
  'pnt',
  'vdcmax',
];

/** One row; it tells the current of the whole inverter, and no number of MPPTs: one. */
export function readCecInverter({ figure, cell }: TableRow): FoundComponent {
  const sandia = {
    Paco: figure('paco'),
    Pdco: figure('pdco'),
    Vdco: figure('vdco'),
    Pso: figure('pso'),
    C0: figure('c0'),
    C1: figure('c1'),
    C2: figure('c2'),
    C3: figure('c3'),
    Pnt: figure('pnt'),
  };
  const isWhole = !Object.values(sandia).some(Number.isNaN);
  return foundInverter(splitName(cell('name')), {
    acPower: sandia.Paco,
    dcPowerMax: null,
    dcVoltageMax: figure('vdcmax'),
    mppVoltageMin: figure('mppt_low'),
    mppVoltageMax: figure('mppt_high'),
    mppts: 1,
    stringsPerMppt: null,
    currentMax: figure('idcmax'),
    efficiency: isWhole ? weighted(sandia) : null,
    sandia: isWhole ? sandia : null,
  });
}

/** CEC efficiency of Sandia's curve, percent. */
const weighted = (sandia: inverter.SandiaInverter): number =>
  100 *
  inverter.cecEfficiency(
    (load) =>
      inverter.sandia({ ...sandia, vDc: sandia.Vdco, pDc: load * sandia.Pdco }) / (load * sandia.Pdco),
  );
