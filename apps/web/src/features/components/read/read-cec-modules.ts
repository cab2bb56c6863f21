import type { ModuleSheet } from '@sunfleet/contract';
import type { TableRow } from './component-table.ts';
import { foundModule, type FoundComponent } from './found-component.ts';
import { splitName } from './split-name.ts';

/** Columns by which the table of modules of the California Energy Commission is known, as SAM and pvlib keep it. */
export const CEC_MODULE_COLUMNS = [
  'name',
  'i_sc_ref',
  'v_oc_ref',
  'i_mp_ref',
  'v_mp_ref',
  'alpha_sc',
  'beta_oc',
];

const TECHNOLOGIES: readonly [RegExp, ModuleSheet['technology']][] = [
  [/mono-?c-?si|^c-si/i, 'monoSi'],
  [/multi-?c-?si|poly/i, 'multiSi'],
  [/cdte/i, 'cdTe'],
  [/cigs|cis/i, 'cigs'],
  [/thin film|a-si|amorphous/i, 'aSi'],
];

/** One row: coefficients are A/K and V/K there, and the power has its own in %/K. */
export function readCecModule(row: TableRow): FoundComponent {
  const { figure, cell } = row;
  const [iSc, vOc, iMp, vMp] = ['i_sc_ref', 'v_oc_ref', 'i_mp_ref', 'v_mp_ref'].map(figure) as [
    number,
    number,
    number,
    number,
  ];
  const diode = {
    aRef: figure('a_ref'),
    ILRef: figure('i_l_ref'),
    IoRef: figure('i_o_ref'),
    RshRef: figure('r_sh_ref'),
    Rs: figure('r_s'),
    adjust: figure('adjust'),
    source: 'given' as const,
  };
  const stated = figure('stc');
  const isBifacial = ['1', 'y', 'yes', 'true'].includes(cell('bifacial').toLowerCase());
  return foundModule(
    { manufacturer: cell('manufacturer') || splitName(cell('name')).manufacturer, model: modelOf(row) },
    {
      technology: TECHNOLOGIES.find(([pattern]) => pattern.test(cell('technology')))?.[1] ?? null,
      power: Number.isFinite(stated) ? stated : iMp * vMp,
      vOc,
      iSc,
      vMp,
      iMp,
      alphaSc: (figure('alpha_sc') / iSc) * 100,
      betaVoc: (figure('beta_oc') / vOc) * 100,
      gammaPmp: figure('gamma_r') || figure('gamma_pmp'),
      cellsInSeries: figure('n_s'),
      length: figure('length'),
      width: figure('width'),
      bifaciality: isBifacial ? USUAL_BIFACIALITY : null,
      diode: Object.values(diode).some(Number.isNaN) ? null : diode,
    },
  );
}

/** Percent, of tables that only say that a module has two sides. */
const USUAL_BIFACIALITY = 65;

function modelOf({ cell }: TableRow): string {
  const name = cell('name');
  const manufacturer = cell('manufacturer');
  return manufacturer !== '' && name.startsWith(manufacturer)
    ? name.slice(manufacturer.length).trim()
    : splitName(name).model;
}
