import type { ImportRun } from '@sunfleet/contract';
import { Button, Descriptions, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import styles from '../imports.module.css';
import { spanOf } from './run-span.ts';

/** Takes an import back, after it was said what goes. */
export function UndoButton({ run }: { run: ImportRun }) {
  const { t } = useTranslation('imports');
  const [open, setOpen] = useState(false);
  if (run.undoableUntil === null) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('undo.action')}</Button>
      {open ? <UndoDialog run={run} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function UndoDialog({ run, onClose }: { run: ImportRun; onClose: () => void }) {
  const { t } = useTranslation('imports');
  const input = { params: { id: run.id } };
  const what = useCall('getImportUndo', input);
  const undo = useAction('undoImport', {
    invalidates: ['getImport', 'listImports'],
    quiet: true,
    onDone: onClose,
  });
  return (
    <ActionDialog
      title={t('undo.title', { file: run.fileName })}
      okText={t('undo.action')}
      danger
      busy={undo.isPending}
      disabled={!what.data}
      error={undo.error}
      onOk={() => undo.mutate(input)}
      onClose={onClose}
    >
      {what.data ? <WhatGoes run={run} what={what.data} /> : null}
      {what.error && !what.data ? <ErrorState error={what.error} onRetry={what.refetch} /> : null}
      {what.isPending ? <Skeleton active title={false} /> : null}
    </ActionDialog>
  );
}

type Preview = NonNullable<ReturnType<typeof useCall<'getImportUndo'>>['data']>;

function WhatGoes({ run, what }: { run: ImportRun; what: Preview }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const rows = [
    [t('undo.values'), format.number(what.values, 0)],
    ...(what.restored > 0 ? [[t('undo.restored'), format.number(what.restored, 0)]] : []),
    [t('run.devices'), what.devices.map(({ sn }) => sn).join(', ') || UNKNOWN],
    [t('run.span'), spanOf({ ...run, ...what }, format)],
  ] as const;
  return (
    <div className={styles.stack}>
      <Descriptions
        column={1}
        size="small"
        items={rows.map(([label, children]) => ({ key: label!, label, children }))}
      />
      <span>{t('undo.effects')}</span>
      {what.oldBefore === null ? null : (
        <span>{t('undo.old', { date: format.dateTime(what.oldBefore, 'UTC', 'date') })}</span>
      )}
      <span>{t('undo.final')}</span>
    </div>
  );
}
