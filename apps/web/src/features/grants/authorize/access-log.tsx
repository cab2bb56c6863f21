import type { OutputOf } from '@sunfleet/api-client';
import type { StationDetail } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { type Format, useFormat } from '../../../lib/format/use-format.ts';
import { Card } from '../../../ui/page/card.tsx';
import { EmptyState, ErrorState } from '../../../ui/page/states.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import styles from '../grants.module.css';

type Row = OutputOf<'accessLog'>['rows'][number];

/** Who looked at the station on which day, by which way, how often, and what they did. */
export function AccessLog({ station }: { station: StationDetail }) {
  const { t } = useTranslation('grants');
  const format = useFormat();
  const [pages, setPages] = useState({ page: 1, pageSize: 20 });
  const log = useCall('accessLog', { params: { id: station.id }, query: pages }, { keepPrevious: true });
  const { timeZone } = station;
  const columns = useMemo(() => columnsOf(t, format, timeZone), [t, format, timeZone]);
  if (log.error && !log.data)
    return (
      <Card title={t('log.title')}>
        <ErrorState error={log.error} onRetry={log.refetch} />
      </Card>
    );
  return (
    <Card title={t('log.title')}>
      <DataTable<Row>
        label={t('log.title')}
        name="access-log"
        columns={columns}
        rows={log.data?.rows}
        rowKey={(row) => `${row.day} ${row.user} ${row.organisation} ${row.by}`}
        total={log.data?.total ?? 0}
        state={{ ...pages, sort: '', order: 'desc' }}
        onState={({ page, pageSize }) =>
          setPages({ page: page ?? pages.page, pageSize: pageSize ?? pages.pageSize })
        }
        busy={log.isPlaceholderData}
        card={(row) => <LogCard row={row} zone={timeZone} />}
        empty={<EmptyState title={t('log.empty')} hint={t('log.emptyHint')} />}
      />
    </Card>
  );
}

const times = (row: Row, format: Format, zone: string): string => {
  const [first, last] = [row.firstAt, row.lastAt].map((time) => format.dateTime(time, zone, 'time'));
  return first === last ? first! : `${first} – ${last}`;
};

function columnsOf(t: TFunction<'grants'>, format: Format, zone: string): Column<Row>[] {
  const number = { align: 'right', width: 110 } as const;
  return [
    { key: 'day', title: t('log.day'), fixed: true, width: 140, render: (row) => format.day(row.day) },
    {
      key: 'user',
      title: t('log.user'),
      width: 200,
      render: (row) => (
        <>
          {row.user}
          {row.organisation ? <span className={styles.note}>{row.organisation}</span> : null}
        </>
      ),
    },
    { key: 'by', title: t('log.by'), width: 240, render: (row) => t(`way.${row.by}`) },
    { key: 'time', title: t('log.time'), width: 160, render: (row) => times(row, format, zone) },
    { key: 'views', title: t('log.views'), ...number, render: (row) => format.number(row.views, 0) },
    { key: 'actions', title: t('log.actions'), ...number, render: (row) => format.number(row.actions, 0) },
  ];
}

function LogCard({ row, zone }: { row: Row; zone: string }) {
  const { t } = useTranslation('grants');
  const format = useFormat();
  return (
    <div className={styles.card}>
      <div className={styles.cardHead}>
        <strong>{row.user}</strong>
        <span>{format.day(row.day)}</span>
      </div>
      <div className={styles.muted}>{[row.organisation, t(`way.${row.by}`)].filter(Boolean).join(' · ')}</div>
      <div>
        {[
          times(row, format, zone),
          `${t('log.views')}: ${format.number(row.views, 0)}`,
          `${t('log.actions')}: ${format.number(row.actions, 0)}`,
        ].join(' · ')}
      </div>
    </div>
  );
}
