import { ADDRESSES, type ImportRun, stationAddress } from '@sunfleet/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Descriptions } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useAction } from '../../../lib/call/use-action.ts';
import { callKey, useCall } from '../../../lib/call/use-call.ts';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { integerField, useUrlState } from '../../../lib/url-state.ts';
import { Card } from '../../../ui/page/card.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { ImportProgress, ImportState, isRunning } from '../import-progress.tsx';
import styles from '../imports.module.css';
import { EMPTY_DRAFT } from '../wizard/import-draft.ts';
import { useImportDraft } from '../wizard/use-import-form.ts';
import { ColumnList } from './column-list.tsx';
import { ErrorRows } from './error-rows.tsx';
import { spanOf } from './run-span.ts';
import { UndoButton } from './undo-dialog.tsx';
import { UndoState } from './undo-state.tsx';

const FIELDS = { id: integerField(0) };

/** One import: its progress, then its result. The server goes on when the page is left. */
export function ImportRunPage() {
  const { t } = useTranslation('imports');
  const [{ id }] = useUrlState(FIELDS);
  const run = useRun(id);
  const { data } = run;
  if (id === 0)
    return <EmptyState title={t('run.none')} action={<Link to={ADDRESSES.imports}>{t('title')}</Link>} />;
  return (
    <Page
      help="imports"
      title={data?.fileName ?? t('title')}
      permission="imports.run"
      breadcrumb={
        <Link className={styles.back} to={ADDRESSES.imports}>
          {t('title')}
        </Link>
      }
      status={data ? <ImportState state={data.state} /> : null}
      actions={data ? <Actions run={data} /> : null}
      loading={run}
    >
      {data ? (
        <div className={styles.stack}>
          <Outcome run={data} />
          {data.errors.length > 0 ? <ErrorRows run={data} /> : null}
        </div>
      ) : null}
    </Page>
  );
}

/** Asks every second until the import has ended. */
function useRun(id: number) {
  const input = { params: { id } };
  const known = useQueryClient().getQueryData<ImportRun>(callKey('getImport', input));
  const refetchMs = known && !isRunning(known) ? false : 1000;
  return useCall('getImport', input, { enabled: id > 0, refetchMs });
}

function Outcome({ run }: { run: ImportRun }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const rows: readonly (readonly [label: string, value: React.ReactNode])[] = [
    [
      t('column.station'),
      <Link key="station" to={stationAddress(run.station.id)}>
        {run.station.name}
      </Link>,
    ],
    [t('column.samples'), format.number(run.samples, 0)],
    [t('column.errors'), format.number(run.errorCount, 0)],
    [t('run.devices'), run.devices.join(', ') || UNKNOWN],
    [t('run.span'), spanOf(run, format)],
    [t('column.createdAt'), format.dateTime(run.createdAt)],
    [t('run.took'), format.duration(run.finishedAt === null ? null : run.finishedAt - run.createdAt)],
    ...(run.undoableUntil === null
      ? []
      : [[t('undo.until'), format.dateTime(run.undoableUntil, undefined, 'date')] as const]),
    [t('section.columns'), <ColumnList key="columns" run={run} />],
  ];
  return (
    <>
      {/* What becomes of its values no longer counts once they are taken back. */}
      {run.message && !run.undo ? (
        <Alert type={run.state === 'failed' ? 'error' : 'info'} showIcon title={run.message} role="status" />
      ) : null}
      <Card title={t('step.result')}>
        <div className={styles.stack} aria-live="polite">
          <ImportProgress run={run} />
          <UndoState run={run} />
          <Descriptions
            column={{ xs: 1, md: 2 }}
            size="small"
            items={rows.map(([label, value]) => ({ key: label, label, children: value }))}
          />
        </div>
      </Card>
    </>
  );
}

function Actions({ run }: { run: ImportRun }) {
  const { t } = useTranslation('imports');
  const navigate = useNavigate();
  const cancel = useAction('cancelImport', { invalidates: ['getImport', 'listImports'] });
  const mine = useOwnDraft(run);
  if (run.state === 'checking')
    return (
      <Button loading={cancel.isPending} onClick={() => cancel.mutate({ params: { id: run.id } })}>
        {t('run.cancel')}
      </Button>
    );
  if (isRunning(run)) return null;
  return (
    <div className={styles.actions}>
      <UndoButton run={run} />
      <Button type="primary" onClick={() => navigate(ADDRESSES.newImport)}>
        {t(mine && run.state !== 'done' ? 'run.correct' : 'new')}
      </Button>
    </div>
  );
}

/** Whether the draft of this tab belongs to the import. Such a draft is dropped once the import is done. */
function useOwnDraft({ id, state }: ImportRun): boolean {
  const [draft, setDraft] = useImportDraft();
  const mine = draft.runId === id;
  useEffect(() => {
    if (mine && state === 'done') setDraft(EMPTY_DRAFT);
  }, [mine, state, setDraft]);
  return mine;
}
