import { GRANT_STATES, type Grant, type GrantState } from '@sunfleet/contract';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { SearchFilter } from '../../../ui/filter/filters.tsx';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { EmptyState, ErrorState, NoMatch } from '../../../ui/page/states.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { GrantCard } from '../grant-card.tsx';
import { useGrantColumns } from '../grant-columns.tsx';
import type { GrantListState } from './grant-list-state.ts';

// The buttons stand first, so that a grant can be answered without scrolling sideways.
const GIVEN = ['to', 'object', 'state', 'actions', 'role', 'period', 'origin'] as const;
const RECEIVED = ['from', 'object', 'state', 'actions', 'role', 'period', 'to', 'story'] as const;

/** Grants of one direction, filtered by state and words. */
export function GrantList({ list }: { list: GrantListState }) {
  const { t } = useTranslation('grants');
  const { direction } = list.state;
  const grants = useGrants(list.state);
  const columns = useGrantColumns(direction === 'given' ? GIVEN : RECEIVED);
  if (grants.error && !grants.data) return <ErrorState error={grants.error} onRetry={grants.refetch} />;
  const { page, pageSize } = list.state;
  return (
    <DataTable<Grant>
      label={t(`direction.${direction}`)}
      name={`grants-${direction}`}
      columns={columns}
      rows={grants.data?.rows}
      rowKey={(row) => row.id}
      total={grants.data?.total ?? 0}
      state={{ page, pageSize, sort: '', order: 'desc' }}
      onState={({ page: to, pageSize: size }) =>
        list.set({ ...(to ? { page: to } : {}), ...(size ? { pageSize: size } : {}) })
      }
      busy={grants.isPlaceholderData}
      card={(row) => <GrantCard grant={row} party={direction === 'given' ? 'to' : 'from'} />}
      tools={<Filters list={list} />}
      empty={
        list.filtered ? (
          <NoMatch onClear={list.clear} />
        ) : (
          <EmptyState title={t(`empty.${direction}.title`)} hint={t(`empty.${direction}.hint`)} />
        )
      }
    />
  );
}

function useGrants({ direction, state, q, page, pageSize }: GrantListState['state']) {
  const text = useDelayed(q, 250).trim();
  const body = { direction, page, pageSize, ...(state ? { state } : {}), ...(text ? { q: text } : {}) };
  return useCall('queryGrants', { body }, { keepPrevious: true });
}

function Filters({ list }: { list: GrantListState }) {
  const { t } = useTranslation('grants');
  const { state, filter } = list;
  return (
    <>
      <SearchFilter label={t('search')} value={state.q} onChange={(q) => filter({ q })} />
      <Select<GrantState>
        style={{ minWidth: 160 }}
        allowClear
        placeholder={t('column.state')}
        aria-label={t('column.state')}
        {...(state.state ? { value: state.state } : {})}
        options={GRANT_STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
        onChange={(value?: GrantState) => filter({ state: value })}
      />
    </>
  );
}
