import { MODULE_TECHNOLOGIES } from '@sunfleet/contract';
import type { TableRow } from './component-table.ts';
import { foundInverter, foundModule, type FoundComponent } from './found-component.ts';

const MODULE_FIGURES = [
  'power',
  'vOc',
  'iSc',
  'vMp',
  'iMp',
  'alphaSc',
  'betaVoc',
  'gammaPmp',
  'cellsInSeries',
  'length',
  'width',
  'bifaciality',
] as const;
const INVERTER_FIGURES = [
  'acPower',
  'dcPowerMax',
  'dcVoltageMax',
  'mppVoltageMin',
  'mppVoltageMax',
  'mppts',
  'stringsPerMppt',
  'currentMax',
  'efficiency',
] as const;

/** Columns of the own table, which is the same for both kinds. */
export const TEMPLATE_COLUMNS = [
  'kind',
  'manufacturer',
  'model',
  'technology',
  ...MODULE_FIGURES,
  ...INVERTER_FIGURES,
] as const;

/** One row of it; what a kind does not have stays empty. */
export function readTemplateRow({ figure, cell }: TableRow): FoundComponent {
  const named = { manufacturer: cell('manufacturer'), model: cell('model') };
  const figures = <F extends string>(fields: readonly F[]) =>
    Object.fromEntries(fields.map((field) => [field, figure(field.toLowerCase())])) as Record<F, number>;
  if (cell('kind').toLowerCase() === 'inverter') return foundInverter(named, figures(INVERTER_FIGURES));
  const technology = cell('technology').toLowerCase();
  return foundModule(named, {
    ...figures(MODULE_FIGURES),
    technology: MODULE_TECHNOLOGIES.find((known) => known.toLowerCase() === technology) ?? null,
  });
}

/** The table without rows, to be filled in. */
export const templateText = (): string => `${TEMPLATE_COLUMNS.join(',')}\n`;
