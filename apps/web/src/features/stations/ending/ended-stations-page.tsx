import { ADDRESSES, type EndedStation, LIMITS } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { type Format, useFormat } from '../../../lib/format/use-format.ts';
import { useNow } from '../../../lib/time/use-now.ts';
import { Button } from '../../../ui/form/button.tsx';
import { showNotice } from '../../../ui/notice/notice-store.ts';
import { Page } from '../../../ui/page/page.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { RowCard } from '../../../ui/table/row-card.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { capacityText } from '../capacity-text.ts';
import styles from './ending.module.css';

const DAY_MS = 86_400_000;

/** Stations that were ended, with the days that are left to bring them back. */
export function EndedStationsPage() {
  const { t } = useTranslation('stations');
  const stations = useCall('listEndedStations', {});
  const columns = useColumns();
  return (
    <Page
      help="endedStations"
      title={t('ended.title')}
      subtitle={t('ended.subtitle', { days: LIMITS.endedStationMs / DAY_MS })}
      permission="stations.delete"
      loading={stations}
      breadcrumb={
        <Link className={styles.back} to={ADDRESSES.stations}>
          {t('title')}
        </Link>
      }
    >
      <DataTable<EndedStation>
        label={t('ended.title')}
        name="endedStations"
        columns={columns}
        rows={stations.data}
        rowKey={({ id }) => id}
        card={(station) => <EndedCard station={station} />}
        empty={<EmptyState title={t('ended.emptyTitle')} hint={t('ended.emptyHint')} />}
      />
    </Page>
  );
}

function useColumns(): Column<EndedStation>[] {
  const { t } = useTranslation('stations');
  const format = useFormat();
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('column.name'),
        fixed: true,
        width: 300,
        render: (station) => (
          <>
            {station.name}
            <div className={styles.muted}>{factsOf(t, format, station)}</div>
          </>
        ),
      },
      {
        key: 'endedAt',
        title: t('ended.column.endedAt'),
        width: 170,
        render: ({ endedAt }) => format.dateTime(endedAt),
      },
      {
        key: 'endedBy',
        title: t('ended.column.endedBy'),
        width: 160,
        render: ({ endedBy }) => endedBy ?? t('edit.somebody'),
      },
      {
        key: 'left',
        title: t('ended.column.left'),
        width: 130,
        render: (station) => <Left station={station} />,
      },
      {
        key: 'restore',
        title: t('ended.column.restore'),
        width: 150,
        render: (station) => <Restore station={station} />,
      },
    ],
    [t, format],
  );
}

/** What tells one station from another of the same name. */
const factsOf = (t: TFunction<'stations'>, format: Format, station: EndedStation): string =>
  [t(`type.${station.type}`), capacityText(t, format, station.capacityKw), station.organisation].join(' · ');

/** Days until the station and all its data are deleted. */
function Left({ station: { goneAt } }: { station: EndedStation }) {
  const { t } = useTranslation('stations');
  const now = useNow();
  return t('ended.left', { days: Math.max(0, Math.ceil((goneAt - now) / DAY_MS)) });
}

function Restore({ station: { id, name } }: { station: EndedStation }) {
  const { t } = useTranslation('stations');
  const restore = useAction('restoreStation', {
    invalidates: ['listEndedStations', 'listStations', 'mapStations', 'portfolioOverview'],
    onDone: () => showNotice('success', t('ended.restored', { name })),
  });
  return (
    <Button
      busy={restore.isPending}
      aria-label={t('ended.restoreOne', { name })}
      onClick={() => restore.mutate({ params: { id } })}
    >
      {t('ended.column.restore')}
    </Button>
  );
}

function EndedCard({ station }: { station: EndedStation }) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const { name, endedAt, endedBy } = station;
  return (
    <RowCard
      name={name}
      action={<Restore station={station} />}
      note={t('ended.by', { who: endedBy ?? t('edit.somebody'), when: format.dateTime(endedAt) })}
    >
      <div>{factsOf(t, format, station)}</div>
      <div>
        <Left station={station} />
      </div>
    </RowCard>
  );
}
