import { LIMITS } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { useAction } from '../../../lib/call/use-action.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { showNotice } from '../../../ui/notice/notice-store.ts';
import { ALARM_READS } from './alarm-reads.ts';

const ROUTES = { confirm: 'confirmAlarms', process: 'processAlarms', reopen: 'reopenAlarms' } as const;
export type HandlingStep = keyof typeof ROUTES;

interface HandleDialogProps {
  step: HandlingStep;
  ids: readonly number[];
  onDone?: () => void;
  onClose: () => void;
}

/** Takes alarms a step on, with a word about it where somebody has one. */
export function HandleDialog({ step, ids, onDone, onClose }: HandleDialogProps) {
  const { t } = useTranslation('alarms');
  const [note, setNote] = useState('');
  const action = useAction(ROUTES[step], {
    quiet: true,
    invalidates: ALARM_READS,
    onDone({ changed }) {
      showNotice('success', t(`handling.done.${step}`, { n: changed }));
      onDone?.();
      onClose();
    },
  });
  return (
    <ActionDialog
      title={t(`handling.ask.${step}`, { n: ids.length })}
      okText={t(`handling.${step}`)}
      busy={action.isPending}
      disabled={ids.length > LIMITS.alarmsAtOnce}
      error={action.error}
      onOk={() => action.mutate({ body: { ids: [...ids], note } })}
      onClose={onClose}
    >
      {ids.length > LIMITS.alarmsAtOnce ? (
        <p>{t('handling.tooMany', { most: LIMITS.alarmsAtOnce })}</p>
      ) : null}
      <TextArea
        label={t('handling.note')}
        rows={3}
        value={note}
        error={fieldErrors(action.error)['note']}
        onChange={(event) => setNote(event.target.value)}
      />
    </ActionDialog>
  );
}
