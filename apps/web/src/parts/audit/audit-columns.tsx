import type { AuditEntry } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import { UNKNOWN } from '../../lib/format/number.ts';
import type { Format } from '../../lib/format/use-format.ts';
import type { Column } from '../../ui/table/column.ts';
import { ActorName, ObjectLink, Outcome } from './entry-parts.tsx';

interface ColumnOptions {
  t: TFunction<'audit'>;
  format: Format;
  textOf: (action: string) => string;
  zone: string;
}

/** Columns of the audit log. */
export function auditColumns({ t, format, textOf, zone }: ColumnOptions): Column<AuditEntry>[] {
  return [
    {
      key: 'at',
      title: t('column.at'),
      fixed: true,
      width: 190,
      render: (entry) => format.dateTime(entry.at, zone, 'full'),
    },
    { key: 'user', title: t('column.user'), width: 180, render: (entry) => <ActorName entry={entry} /> },
    { key: 'action', title: t('column.action'), width: 260, render: (entry) => textOf(entry.action) },
    { key: 'allowed', title: t('column.allowed'), width: 120, render: (entry) => <Outcome entry={entry} /> },
    { key: 'object', title: t('column.object'), width: 200, render: (entry) => <ObjectLink entry={entry} /> },
    {
      key: 'address',
      title: t('column.address'),
      width: 150,
      hidden: true,
      render: (entry) => entry.address ?? UNKNOWN,
    },
  ];
}
