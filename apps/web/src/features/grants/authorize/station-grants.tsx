import { PlusOutlined } from '@ant-design/icons';
import type { Grant, StationDetail } from '@sunfleet/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { integerField, useUrlState } from '../../../lib/url-state.ts';
import { Card } from '../../../ui/page/card.tsx';
import { EmptyState, ErrorState } from '../../../ui/page/states.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { GrantDialog } from '../../../parts/grants/grant-dialog.tsx';
import { GrantCard } from '../grant-card.tsx';
import { useGrantColumns } from '../grant-columns.tsx';

const COLUMNS = ['to', 'state', 'role', 'period', 'origin', 'actions'] as const;
const FIELDS = { page: integerField(1), pageSize: integerField(20) };

/** Grants on one station, and the way to give another. */
export function StationGrants({ station }: { station: StationDetail }) {
  const { t } = useTranslation('grants');
  const [granting, setGranting] = useState(false);
  return (
    <Card
      title={t('title')}
      extra={
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setGranting(true)}>
          {t('new')}
        </Button>
      }
    >
      <List stationId={station.id} />
      {granting ? <GrantDialog station={station} onClose={() => setGranting(false)} /> : null}
    </Card>
  );
}

function List({ stationId }: { stationId: number }) {
  const { t } = useTranslation('grants');
  const [state, set] = useUrlState(FIELDS);
  const columns = useGrantColumns(COLUMNS);
  const body = { direction: 'given', stationId, ...state } as const;
  const grants = useCall('queryGrants', { body }, { keepPrevious: true });
  if (grants.error && !grants.data) return <ErrorState error={grants.error} onRetry={grants.refetch} />;
  return (
    <DataTable<Grant>
      label={t('title')}
      name="station-grants"
      columns={columns}
      rows={grants.data?.rows}
      rowKey={(row) => row.id}
      total={grants.data?.total ?? 0}
      state={{ ...state, sort: '', order: 'desc' }}
      onState={({ page, pageSize }) => set({ ...(page ? { page } : {}), ...(pageSize ? { pageSize } : {}) })}
      busy={grants.isPlaceholderData}
      card={(row) => <GrantCard grant={row} party="to" />}
      empty={<EmptyState title={t('empty.station.title')} hint={t('empty.station.hint')} />}
    />
  );
}
