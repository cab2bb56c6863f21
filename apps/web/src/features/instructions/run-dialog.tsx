import type { CallError } from '@sunfleet/api-client';
import { LIMITS, type InstructionSet } from '@sunfleet/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { Check } from '../../ui/form/field.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { showNotice } from '../../ui/notice/notice-store.ts';
import { noTarget, TargetFields, type Target } from '../../parts/runs/target-fields.tsx';

interface RunDialogProps {
  set: InstructionSet;
  /** A batch that is chosen to begin with. */
  batch: number | undefined;
  onStarted: (runId: number) => void;
  onClose: () => void;
}

/** Chooses where a set runs and starts it; one with danger is proposed to a second person. */
export function RunDialog({ set, batch, onStarted, onClose }: RunDialogProps) {
  const { t } = useTranslation('instructions');
  const client = useQueryClient();
  const [target, setTarget] = useState<Target>({ ...noTarget, batchIds: batch === undefined ? [] : [batch] });
  const [dryRun, setDryRun] = useState(false);
  const [reason, setReason] = useState('');
  const run = useAction('runInstructionSet', {
    quiet: true,
    invalidates: ['listRuns'],
    onDone: ({ runId }) => {
      onStarted(runId);
      onClose();
    },
  });
  const propose = useAction('runDangerousSet', { quiet: true });
  /** It is no failure that somebody else has to approve it. */
  const onError = (error: CallError) => {
    if (error.error !== 'secondPersonNeeded') return;
    showNotice('info', error.message);
    void client.invalidateQueries({ queryKey: ['listProposals'] });
    onClose();
  };
  const proposes = set.dangerous && !dryRun;
  const isEmpty = Object.values(target).every((ids: readonly number[]) => ids.length === 0);
  const submit = () => {
    const params = { id: set.id };
    if (proposes) propose.mutate({ params, body: { target, reason } }, { onError });
    else run.mutate({ params, body: { target, reason, dryRun } });
  };
  return (
    <ActionDialog
      title={t('runOne', { name: set.name })}
      okText={t(proposes ? 'runDialog.propose' : 'run')}
      danger={proposes}
      disabled={isEmpty}
      busy={run.isPending || propose.isPending}
      error={run.error ?? propose.error}
      onOk={submit}
      onClose={onClose}
    >
      <p>{set.steps.map(({ name }) => name).join(' → ')}</p>
      <TargetFields target={target} onChange={setTarget} />
      {set.writes ? <Check label={t('runDialog.dryRun')} checked={dryRun} onChange={setDryRun} /> : null}
      {proposes ? <p>{t('runDialog.dangerous')}</p> : null}
      <TextArea
        label={t('runDialog.reason')}
        value={reason}
        maxLength={LIMITS.changeReason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ActionDialog>
  );
}
