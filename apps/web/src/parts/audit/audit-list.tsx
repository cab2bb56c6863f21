import type { AuditEntry } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useNow } from '../../lib/time/use-now.ts';
import { isoDayAt } from '../../lib/time/zone.ts';
import { EmptyState, ErrorState, NoMatch } from '../../ui/page/states.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { AuditCard } from './audit-card.tsx';
import { auditColumns } from './audit-columns.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditPanel } from './audit-panel.tsx';
import { auditQuery, useAuditState } from './audit-state.ts';
import { useActionText } from './use-action-text.ts';

interface AuditListProps {
  /** Only what happened on this station. */
  stationId?: number;
  /** Only what was done to this device. */
  deviceId?: number;
  /** Zone of days and times. */
  zone: string;
}

/** What was done and what was refused, newest first, with filters; a row opens what changed. */
export function AuditList({ stationId, deviceId, zone }: AuditListProps) {
  const { t } = useTranslation('audit');
  const format = useFormat();
  const textOf = useActionText();
  const list = useAuditState();
  const { state, set, filter } = list;
  const today = isoDayAt(useNow(60_000), zone);
  const entries = useCall(
    'listAudit',
    { query: auditQuery(state, { stationId, deviceId, zone, today }) },
    { keepPrevious: true },
  );
  const columns = useMemo(() => auditColumns({ t, format, textOf, zone }), [t, format, textOf, zone]);
  const rows = entries.data?.rows;
  return (
    <>
      <AuditFilters list={list} zone={zone} rows={rows ?? []} allowedAlone={deviceId !== undefined} />
      {entries.error && !entries.data ? (
        <ErrorState error={entries.error} onRetry={entries.refetch} />
      ) : (
        <DataTable<AuditEntry>
          label={t('title')}
          name="audit"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          total={entries.data?.total ?? 0}
          state={{ page: state.page, pageSize: state.pageSize, sort: '', order: 'desc' }}
          onState={({ page, pageSize }) =>
            set({ ...(page ? { page } : {}), ...(pageSize ? { pageSize } : {}) })
          }
          busy={entries.isPlaceholderData}
          onOpen={({ id }) => set({ entry: id }, { push: true })}
          card={(row) => <AuditCard entry={row} zone={zone} />}
          empty={
            list.filtered ? (
              <NoMatch onClear={list.clear} />
            ) : (
              <EmptyState title={t('empty')} hint={t('emptyHint')} />
            )
          }
        />
      )}
      <AuditPanel
        entry={rows?.find(({ id }) => id === state.entry)}
        zone={zone}
        onPerson={(user) => filter({ user })}
        onClose={() => set({ entry: 0 })}
      />
    </>
  );
}
