import type { Readable } from 'node:stream';
import { DEVICE_KINDS, type Language, METER_ROLES } from '@sunfleet/contract';
import { tableTemplate } from '../../platform/tables/table-template.ts';
import type { Text } from '../../platform/text.ts';
import { DEVICE_COLUMNS, type DeviceColumn, headingIn, NEEDED_COLUMNS } from './device-columns.ts';

/** An empty table of devices with the headings in a language, a star at those that must be filled in; a workbook names kinds and places of meters. */
export function deviceTemplate(text: Text, language: Language, format: 'csv' | 'xlsx'): Readable {
  const heading = (column: DeviceColumn) => headingIn(text, language, column);
  const needed: readonly DeviceColumn[] = NEEDED_COLUMNS;
  return tableTemplate({
    format,
    title: text(language, 'devices.title'),
    headings: DEVICE_COLUMNS.map(
      (column) =>
        `${heading(column)}${column === 'ratedPower' ? ' (W)' : ''}${needed.includes(column) ? ' *' : ''}`,
    ),
    choices: {
      title: text(language, 'stations.batch.choices'),
      columns: [
        { title: heading('kind'), words: DEVICE_KINDS.map((kind) => text(language, `devices.kind.${kind}`)) },
        {
          title: heading('meterRole'),
          words: METER_ROLES.map((role) => text(language, `devices.meterRole.${role}`)),
        },
      ],
    },
  });
}
