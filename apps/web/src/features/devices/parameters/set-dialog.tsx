import type { CallError } from '@sunfleet/api-client';
import { LIMITS, type Parameter } from '@sunfleet/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useParameterWords } from '../../../parts/parameters/use-parameter-words.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { showNotice } from '../../../ui/notice/notice-store.ts';
import styles from './parameters.module.css';

export interface ParameterChange {
  parameter: Parameter;
  /** Null: it could not be read. */
  before: number | null;
  value: number;
}

interface SetDialogProps {
  deviceId: number;
  title: string;
  /** Undefined: what was typed is not right yet. */
  changes: readonly ParameterChange[] | undefined;
  /** Fields above what will happen. */
  children?: ReactNode;
  onTry?: () => void;
  onStarted: (runId: number) => void;
  onClose: () => void;
}

/** Says what will be changed from what into what, asks why, and starts it; what is dangerous is proposed to a second person. */
export function SetDialog({ deviceId, title, changes, children, onTry, onStarted, onClose }: SetDialogProps) {
  const { t } = useTranslation('parameters');
  const words = useParameterWords();
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const set = useAction('setParameters', {
    quiet: true,
    invalidates: ['listParameters'],
    onDone: ({ runId }) => {
      onStarted(runId);
      onClose();
    },
  });
  const propose = useAction('setDangerousParameters', { quiet: true });
  /** It is no failure that somebody else has to approve it. */
  const onError = (error: CallError) => {
    if (error.error !== 'secondPersonNeeded') return;
    showNotice('info', error.message);
    void client.invalidateQueries({ queryKey: ['listProposals'] });
    onClose();
  };
  const dangerous = changes?.some(({ parameter }) => parameter.risk !== 'low') ?? false;
  const submit = () => {
    onTry?.();
    if (!changes || changes.length === 0) return;
    const body = { changes: changes.map(({ parameter: { key }, value }) => ({ key, value })), reason };
    const input = { params: { id: deviceId }, body };
    if (dangerous) propose.mutate(input, { onError });
    else set.mutate(input);
  };
  return (
    <ActionDialog
      title={title}
      okText={t(dangerous ? 'dialog.propose' : 'dialog.set')}
      danger={dangerous}
      busy={set.isPending || propose.isPending}
      error={set.error ?? propose.error}
      onOk={submit}
      onClose={onClose}
    >
      {children}
      {changes && changes.length > 0 ? (
        <ul className={styles.plain}>
          {changes.map(({ parameter, before, value }) => (
            <li key={parameter.key}>
              {words.nameOf(parameter.key)}: {words.valueOf(parameter, before)} →{' '}
              <strong>{words.valueOf(parameter, value)}</strong>
            </li>
          ))}
        </ul>
      ) : null}
      {dangerous ? <p>{t('dialog.dangerous')}</p> : null}
      <TextArea
        label={t('dialog.reason')}
        value={reason}
        maxLength={LIMITS.changeReason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ActionDialog>
  );
}
