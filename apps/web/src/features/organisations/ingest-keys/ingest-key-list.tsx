import { Button } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { EmptyState, ErrorState } from '../../../ui/page/states.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { ListBar } from '../../../ui/table/list-bar.tsx';
import { RowCard } from '../../../ui/table/row-card.tsx';
import { CreateIngestKey } from './create-ingest-key.tsx';
import { type IngestKey, ingestKeyColumns, KeyPrefix } from './ingest-key-columns.tsx';
import { RevokeIngestKey } from './revoke-ingest-key.tsx';

/** Keys with which agents write measurements of an organisation's devices. */
export function IngestKeyList({ organisation }: { organisation: { id: number; name: string } }) {
  const { t } = useTranslation('organisations');
  const [creating, setCreating] = useState(false);
  const keys = useCall('listIngestKeys', { query: { organisationId: organisation.id } });
  if (keys.error) return <ErrorState error={keys.error} onRetry={keys.refetch} />;
  return (
    <>
      <ListBar
        hint={t('keys.hint')}
        action={
          <Button type="primary" onClick={() => setCreating(true)}>
            {t('keys.create')}
          </Button>
        }
      />
      <Rows rows={keys.data} />
      {creating ? <CreateIngestKey organisation={organisation} onClose={() => setCreating(false)} /> : null}
    </>
  );
}

function Rows({ rows }: { rows: readonly IngestKey[] | undefined }) {
  const { t } = useTranslation('organisations');
  const format = useFormat();
  const [leaving, setLeaving] = useState<IngestKey>();
  const actions = useCallback(
    (row: IngestKey) => (
      <Button size="small" aria-label={`${t('keys.revoke')}: ${row.name}`} onClick={() => setLeaving(row)}>
        {t('keys.revoke')}
      </Button>
    ),
    [t],
  );
  const columns = useMemo(() => ingestKeyColumns({ t, format, actions }), [t, format, actions]);
  return (
    <>
      <DataTable<IngestKey>
        label={t('tab.keys')}
        name="ingestKeys"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        card={(row) => (
          <RowCard
            name={row.name}
            action={actions(row)}
            note={t('keys.facts', {
              date: format.dateTime(row.createdAt),
              used: row.lastUsedAt === null ? t('keys.never') : format.dateTime(row.lastUsedAt),
            })}
          >
            <KeyPrefix prefix={row.prefix} />
          </RowCard>
        )}
        empty={<EmptyState title={t('keys.empty')} hint={t('keys.emptyHint')} />}
      />
      {leaving ? <RevokeIngestKey ingestKey={leaving} onClose={() => setLeaving(undefined)} /> : null}
    </>
  );
}
