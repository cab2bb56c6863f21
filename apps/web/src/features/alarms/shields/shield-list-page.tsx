import { type AlarmShield, SHIELD_PERIODS } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { choiceField, integerField, textField, useUrlState } from '../../../lib/url-state.ts';
import { FilterRow, SearchFilter } from '../../../ui/filter/filters.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Choice } from '../../../ui/form/field.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { EmptyState, ErrorState, NoMatch } from '../../../ui/page/states.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { PlanMaintenance } from './plan-maintenance.tsx';
import { ShieldCard } from './shield-card.tsx';
import { useShieldColumns } from './shield-columns.tsx';

const STATES = ['running', 'ended', 'all'] as const;
const FIELDS = {
  state: choiceField(STATES, 'running'),
  period: choiceField(SHIELD_PERIODS, undefined),
  q: textField(),
  page: integerField(1),
  pageSize: integerField(20),
};

/** What keeps alarms quiet, with why and until when; long ones are asked about every half year. */
export function ShieldListPage() {
  const { t } = useTranslation('alarms');
  const [state, set] = useUrlState(FIELDS);
  const [planning, setPlanning] = useState(false);
  const { period, page, pageSize } = state;
  const q = useDelayed(state.q, 250).trim();
  const query = { state: state.state, page, pageSize, ...(period ? { period } : {}), ...(q ? { q } : {}) };
  const shields = useCall('listAlarmShields', { query }, { keepPrevious: true });
  const columns = useShieldColumns();
  const filtered = state.q !== '' || period !== undefined || state.state !== 'running';
  return (
    <Page
      title={t('shields.title')}
      subtitle={t('shields.hint')}
      help="alarms"
      permission="alarms.shieldTemporarily"
      actions={<Button onClick={() => setPlanning(true)}>{t('shields.maintenance.plan')}</Button>}
    >
      {planning ? <PlanMaintenance onClose={() => setPlanning(false)} /> : null}
      {shields.error && !shields.data ? (
        <ErrorState error={shields.error} onRetry={shields.refetch} />
      ) : (
        <DataTable<AlarmShield>
          label={t('shields.title')}
          name="alarm-shields"
          columns={columns}
          rows={shields.data?.rows}
          rowKey={(row) => row.id}
          total={shields.data?.total ?? 0}
          state={{ page, pageSize, sort: 'until', order: 'asc' }}
          onState={(change) => set({ page: change.page ?? page, pageSize: change.pageSize ?? pageSize })}
          busy={shields.isPlaceholderData}
          card={(shield) => <ShieldCard shield={shield} />}
          tools={
            <FilterRow>
              <SearchFilter
                label={t('shields.search')}
                value={state.q}
                onChange={(text) => set({ q: text, page: 1 })}
              />
              <Choice
                bare
                label={t('filter.state')}
                value={state.state}
                options={STATES.map((value) => ({ value, label: t(`shields.state.${value}`) }))}
                onChange={(value) => set({ state: STATES.find((known) => known === value), page: 1 })}
              />
              <Choice
                bare
                label={t('shields.column.period')}
                value={period ?? ''}
                options={[
                  { value: '', label: t('shields.anyPeriod') },
                  ...SHIELD_PERIODS.map((value) => ({ value, label: t(`shields.period.${value}`) })),
                ]}
                onChange={(value) =>
                  set({ period: SHIELD_PERIODS.find((known) => known === value), page: 1 })
                }
              />
            </FilterRow>
          }
          empty={
            filtered ? (
              <NoMatch onClear={() => set({ q: '', period: undefined, state: 'running', page: 1 })} />
            ) : (
              <EmptyState title={t('shields.empty.title')} hint={t('shields.empty.hint')} />
            )
          }
        />
      )}
    </Page>
  );
}
