import { importAddress, type ImportRun } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import { Link } from 'react-router';
import type { Format } from '../../../lib/format/use-format.ts';
import type { Column } from '../../../ui/table/column.ts';
import { ImportProgress, ImportState } from '../import-progress.tsx';

/** Columns of the list of imports. */
export function importColumns(t: TFunction<'imports'>, format: Format): Column<ImportRun>[] {
  return [
    {
      key: 'file',
      title: t('column.file'),
      fixed: true,
      width: 240,
      render: (row) => <Link to={importAddress(row.id)}>{row.fileName}</Link>,
    },
    {
      key: 'state',
      title: t('column.state'),
      width: 140,
      render: (row) => <ImportState state={row.state} />,
    },
    { key: 'station', title: t('column.station'), width: 200, render: (row) => row.station.name },
    {
      key: 'progress',
      title: t('column.progress'),
      width: 220,
      render: (row) => <ImportProgress run={row} />,
    },
    {
      key: 'samples',
      title: t('column.samples'),
      align: 'right',
      width: 120,
      render: (row) => format.number(row.samples, 0),
    },
    {
      key: 'errors',
      title: t('column.errors'),
      align: 'right',
      width: 100,
      render: (row) => format.number(row.errorCount, 0),
    },
    {
      key: 'createdAt',
      title: t('column.createdAt'),
      width: 180,
      render: (row) => format.dateTime(row.createdAt),
    },
  ];
}
