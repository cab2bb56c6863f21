import { ImportOutlined } from '@ant-design/icons';
import { SIM_ALERTS, SIM_STATUSES, type SimRow } from '@sunfleet/contract';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { lazyPart } from '../../lib/load-chunk.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { useDelayed } from '../../lib/use-delayed.ts';
import { FilterRow, ManyFilter, SearchFilter } from '../../ui/filter/filters.tsx';
import { Choice } from '../../ui/form/field.tsx';
import { Page } from '../../ui/page/page.tsx';
import { EmptyState, ErrorState, NoMatch } from '../../ui/page/states.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useSelection } from '../../ui/table/use-selection.ts';
import { ExportButton } from './export-button.tsx';
import { SeveralActions } from './several-actions.tsx';
import { SimCard } from './sim-card.tsx';
import { useSimColumns } from './sim-columns.tsx';
import { simFilter, type SimListState, useSimListState } from './sim-list-state.ts';

const EditSim = lazyPart(() => import('./edit-sim.tsx').then((part) => part.EditSim));
const ImportDialog = lazyPart(() => import('./import-dialog.tsx').then((part) => part.ImportDialog));

/** SIM cards of loggers, those that end first at first. */
export function SimListPage() {
  const { t } = useTranslation('sims');
  const list = useSimListState();
  const [importing, setImporting] = useState(false);
  const mayImport = useMay('sims.manage');
  const open = (
    <Button type="primary" icon={<ImportOutlined aria-hidden />} onClick={() => setImporting(true)}>
      {t('import.open')}
    </Button>
  );
  return (
    <Page
      help="sims"
      title={t('title')}
      subtitle={t('hint')}
      permission="sims.view"
      actions={
        <>
          <ExportButton state={list.state} />
          {mayImport ? open : null}
        </>
      }
    >
      <List list={list} add={mayImport ? open : null} />
      <Suspense fallback={null}>
        {importing ? <ImportDialog onClose={() => setImporting(false)} /> : null}
      </Suspense>
    </Page>
  );
}

function List({ list, add }: { list: SimListState; add: React.ReactNode }) {
  const { t } = useTranslation('sims');
  const { state } = list;
  const q = useDelayed(state.q, 250);
  const { page, pageSize, sort, order } = state;
  const query = { ...simFilter({ ...state, q }), page, pageSize, sort, order };
  const sims = useCall('listSims', { query }, { keepPrevious: true, refetchMs: 30_000 });
  const [edited, setEdited] = useState<SimRow>();
  const columns = useSimColumns(setEdited);
  const rows = sims.data?.rows;
  const selection = useSelection({ rows, filter: JSON.stringify(simFilter(state)) });
  const mayAct = [useMay('sims.renew'), useMay('sims.edit'), useMay('sims.manage')].some(Boolean);
  const provider = sims.data?.provider ?? null;
  if (sims.error && !sims.data) return <ErrorState error={sims.error} onRetry={sims.refetch} />;
  return (
    <>
      {provider === null ? null : <p>{t('provider', { name: provider })}</p>}
      <DataTable<SimRow>
        label={t('title')}
        name="sims"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        total={sims.data?.total ?? 0}
        state={state}
        onState={(change) => list.set(change as Partial<typeof state>)}
        busy={sims.isPlaceholderData}
        card={(sim) => <SimCard sim={sim} onEdit={setEdited} />}
        selection={
          mayAct
            ? {
                of: selection,
                nameOf: ({ iccid }) => iccid,
                actions: (
                  <SeveralActions
                    ids={[...selection.rows.keys()]}
                    provider={provider}
                    onDone={selection.clear}
                  />
                ),
              }
            : undefined
        }
        tools={<Filters list={list} counts={sims.data?.counts} />}
        empty={
          list.filtered ? (
            <NoMatch onClear={list.clear} />
          ) : (
            <EmptyState title={t('empty.title')} hint={t('empty.hint')} action={add} />
          )
        }
        {...(pageSize > 50 ? { virtualHeight: 640 } : {})}
      />
      <Suspense fallback={null}>
        {edited ? <EditSim sim={edited} onClose={() => setEdited(undefined)} /> : null}
      </Suspense>
    </>
  );
}

interface FiltersProps {
  list: SimListState;
  counts: Readonly<Record<SimRow['alerts'][number], number>> | undefined;
}

function Filters({ list, counts }: FiltersProps) {
  const { t } = useTranslation('sims');
  const format = useFormat();
  const { state, filter } = list;
  return (
    <FilterRow>
      <SearchFilter label={t('search')} value={state.q} onChange={(q) => filter({ q, id: undefined })} />
      <ManyFilter
        label={t('column.alerts')}
        values={SIM_ALERTS}
        textOf={(alert) => `${t(`alert.${alert}`)} (${format.number(counts?.[alert], 0)})`}
        chosen={state.alert}
        onChange={(alert) => filter({ alert })}
      />
      <ManyFilter
        label={t('column.status')}
        values={SIM_STATUSES}
        textOf={(status) => t(`status.${status}`)}
        chosen={state.status}
        onChange={(status) => filter({ status })}
      />
      <Choice
        bare
        label={t('linked.all')}
        value={state.linked ?? ''}
        options={[
          { value: '', label: t('linked.all') },
          { value: 'true', label: t('linked.true') },
          { value: 'false', label: t('linked.false') },
        ]}
        onChange={(value) => filter({ linked: value === 'true' || value === 'false' ? value : undefined })}
      />
    </FilterRow>
  );
}
