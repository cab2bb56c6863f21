import type { Readable } from 'node:stream';
import { type Language, SIM_STATUSES } from '@sunfleet/contract';
import { tableTemplate } from '../../platform/tables/table-template.ts';
import type { Text } from '../../platform/text.ts';
import { SIM_COLUMNS } from './import-fields.ts';

/** An empty table of cards with the headings in a language; a workbook names the choices of the status on a second sheet. */
export function simTemplate(text: Text, language: Language, format: 'csv' | 'xlsx'): Readable {
  const word = (key: string) => text(language, `sims.${key}`);
  const status = word('column.status');
  return tableTemplate({
    format,
    title: word('title'),
    headings: SIM_COLUMNS.map((name) => `${word(`column.${name}`)}${name === 'iccid' ? ' *' : ''}`),
    choices: {
      title: status,
      columns: [{ title: status, words: SIM_STATUSES.map((name) => word(`status.${name}`)) }],
    },
  });
}
