import type { SentCommand } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import type { Column } from '../../ui/table/column.ts';
import { askedText, becameText } from './command-text.ts';

/** Columns of commands: when, by whom, what, and what became of it. */
export function useCommandColumns<Row extends SentCommand>(zone: string | undefined): Column<Row>[] {
  const { t } = useTranslation('devices');
  const format = useFormat();
  return useMemo(
    () => [
      {
        key: 'at',
        title: t('command.at'),
        fixed: true,
        width: 180,
        render: ({ at }) => format.dateTime(at, zone),
      },
      {
        key: 'by',
        title: t('command.by'),
        width: 160,
        render: ({ user }) => user?.name ?? t('command.server'),
      },
      { key: 'asked', title: t('command.asked'), width: 260, render: (row) => askedText(t, row) },
      { key: 'became', title: t('command.became'), width: 320, render: (row) => becameText(t, row) },
    ],
    [t, format, zone],
  );
}
