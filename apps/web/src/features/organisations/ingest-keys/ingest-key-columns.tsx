import type { OutputOf } from '@sunfleet/api-client';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { UNKNOWN } from '../../../lib/format/number.ts';
import type { Format } from '../../../lib/format/use-format.ts';
import type { Column } from '../../../ui/table/column.ts';
import styles from '../organisations.module.css';

export type IngestKey = OutputOf<'listIngestKeys'>[number];

interface IngestKeyColumns {
  t: TFunction<'organisations'>;
  format: Format;
  actions: (key: IngestKey) => ReactNode;
}

/** The beginning of a key, by which people recognise it. Keys from before this was stored have none. */
export function KeyPrefix({ prefix }: Pick<IngestKey, 'prefix'>) {
  return prefix === null ? UNKNOWN : <code className={styles.prefix}>{prefix}…</code>;
}

/** Columns of the ingest keys of an organisation. */
export function ingestKeyColumns({ t, format, actions }: IngestKeyColumns): Column<IngestKey>[] {
  return [
    { key: 'name', title: t('keys.column.name'), fixed: true, width: 220, render: (row) => row.name },
    { key: 'actions', buttons: true, title: t('keys.column.actions'), width: 130, render: actions },
    {
      key: 'prefix',
      title: t('keys.column.prefix'),
      width: 150,
      render: (row) => <KeyPrefix prefix={row.prefix} />,
    },
    {
      key: 'lastUsedAt',
      title: t('keys.column.lastUsedAt'),
      width: 170,
      render: (row) => (row.lastUsedAt === null ? t('keys.never') : format.dateTime(row.lastUsedAt)),
    },
    {
      key: 'createdBy',
      title: t('keys.column.createdBy'),
      width: 180,
      render: (row) => row.createdBy ?? UNKNOWN,
    },
    {
      key: 'createdAt',
      title: t('keys.column.createdAt'),
      width: 170,
      render: (row) => format.dateTime(row.createdAt),
    },
    {
      key: 'endsAt',
      title: t('keys.column.endsAt'),
      width: 170,
      render: (row) => (row.endsAt === null ? UNKNOWN : format.dateTime(row.endsAt)),
    },
  ];
}
