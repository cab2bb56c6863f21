import { ADDRESSES, importAddress, type ImportRun } from '@sunfleet/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { callKey, useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Page } from '../../../ui/page/page.tsx';
import { EmptyState, ErrorState } from '../../../ui/page/states.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { ImportProgress, ImportState, isRunning } from '../import-progress.tsx';
import styles from '../imports.module.css';
import { importColumns } from './import-columns.tsx';
import { ImportQuota } from './import-quota.tsx';

/** Imports into the stations of the account, newest first, with the way to a new one. */
export function ImportListPage() {
  const { t } = useTranslation('imports');
  const navigate = useNavigate();
  return (
    <Page
      help="imports"
      title={t('title')}
      subtitle={t('hint')}
      permission="imports.run"
      actions={
        <Button type="primary" onClick={() => navigate(ADDRESSES.newImport)}>
          {t('new')}
        </Button>
      }
    >
      <List />
    </Page>
  );
}

/** Asks often while one is at work, and seldom otherwise. */
function useImports() {
  const known = useQueryClient().getQueryData<ImportRun[]>(callKey('listImports', {}));
  return useCall('listImports', {}, { refetchMs: known?.some(isRunning) ? 2000 : 30_000 });
}

function List() {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const navigate = useNavigate();
  const imports = useImports();
  const columns = useMemo(() => importColumns(t, format), [t, format]);
  if (imports.error && !imports.data) return <ErrorState error={imports.error} onRetry={imports.refetch} />;
  return (
    <DataTable<ImportRun>
      label={t('title')}
      name="imports"
      columns={columns}
      rows={imports.data}
      rowKey={(row) => row.id}
      onOpen={({ id }) => navigate(importAddress(id))}
      card={(row) => <ImportCard run={row} />}
      tools={<ImportQuota />}
      empty={<EmptyState title={t('empty.title')} hint={t('empty.hint')} />}
    />
  );
}

function ImportCard({ run }: { run: ImportRun }) {
  const format = useFormat();
  return (
    <div className={styles.card}>
      <div className={styles.cardHead}>
        <Link className={styles.name} to={importAddress(run.id)}>
          {run.fileName}
        </Link>
        <ImportState state={run.state} />
      </div>
      <div>{run.station.name}</div>
      <ImportProgress run={run} />
      <div className={styles.muted}>{format.dateTime(run.createdAt)}</div>
    </div>
  );
}
