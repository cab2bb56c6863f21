import type { CallError } from '@sunfleet/api-client';
import { LIMITS } from '@sunfleet/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { showNotice } from '../../ui/notice/notice-store.ts';
import type { Level } from './level.ts';

const READS = ['getPlatformCommands', 'getOrganisationCommands', 'listStoppedCommands'] as const;

interface DialogProps {
  level: Level;
  onClose: () => void;
}

/** Stops everything that is sent to devices, once somebody has said why. */
export function StopDialog({ level, onClose }: DialogProps) {
  const { t } = useTranslation('commands');
  const onDone = () => {
    showNotice('success', t('switch.stopDone'));
    onClose();
  };
  const options = { quiet: true, invalidates: READS, onDone } as const;
  const platform = useAction('stopPlatformCommands', options);
  const organisation = useAction('stopOrganisationCommands', options);
  const { organisationId: id } = level;
  return (
    <ReasonDialog
      title={`${t('switch.stop')}: ${level.name}`}
      okText={t('switch.stop')}
      hint={t('switch.stopHint')}
      danger
      busy={platform.isPending || organisation.isPending}
      error={platform.error ?? organisation.error}
      onOk={(reason) =>
        id === undefined
          ? platform.mutate({ body: { reason } })
          : organisation.mutate({ params: { id }, body: { reason } })
      }
      onClose={onClose}
    />
  );
}

/** Lets commands go on where the stop is still the one that is shown. */
export function ResumeDialog({ level, stoppedAt, onClose }: DialogProps & { stoppedAt: number }) {
  const { t } = useTranslation('commands');
  const onDone = () => {
    showNotice('success', t('switch.resumeDone'));
    onClose();
  };
  const options = { quiet: true, invalidates: READS, onDone } as const;
  const client = useQueryClient();
  const platform = useAction('resumePlatformCommands', options);
  /** It is no failure that somebody else has to approve it. */
  const onError = (error: CallError) => {
    if (error.error !== 'secondPersonNeeded') return;
    showNotice('info', error.message);
    void client.invalidateQueries({ queryKey: ['listProposals'] });
    onClose();
  };
  const organisation = useAction('resumeOrganisationCommands', options);
  const { organisationId: id } = level;
  return (
    <ReasonDialog
      title={`${t('switch.resume')}: ${level.name}`}
      okText={t('switch.resume')}
      busy={platform.isPending || organisation.isPending}
      error={platform.error ?? organisation.error}
      onOk={(reason) =>
        id === undefined
          ? platform.mutate({ body: { reason, stoppedAt } }, { onError })
          : organisation.mutate({ params: { id }, body: { reason, stoppedAt } })
      }
      onClose={onClose}
    />
  );
}

interface ReasonDialogProps {
  title: string;
  okText: string;
  hint?: string;
  danger?: boolean;
  busy: boolean;
  error: CallError | null;
  onOk: (reason: string) => void;
  onClose: () => void;
}

function ReasonDialog({ hint, onOk, ...dialog }: ReasonDialogProps) {
  const { t } = useTranslation('commands');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const text = reason.trim();
  const submit = () => {
    setTried(true);
    if (text !== '') onOk(text);
  };
  return (
    <ActionDialog {...dialog} onOk={submit}>
      {hint ? <p>{hint}</p> : null}
      <TextArea
        label={t('switch.reason')}
        value={reason}
        maxLength={LIMITS.stopReason}
        error={tried && text === '' ? t('switch.reasonProblem') : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
    </ActionDialog>
  );
}
