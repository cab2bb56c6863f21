import type { Firmware } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { useFirmwareWords } from '../use-firmware-words.ts';

export type Step = 'inTest' | 'released' | 'withdrawn';

/** Puts a firmware into test, releases it, or withdraws it with a reason. */
export function MoveDialog({
  firmware,
  step,
  onClose,
}: {
  firmware: Firmware;
  step: Step;
  onClose: () => void;
}) {
  const { t } = useTranslation('firmware');
  const words = useFirmwareWords();
  const [reason, setReason] = useState('');
  const move = useAction('moveFirmware', {
    quiet: true,
    invalidates: ['getFirmware', 'listFirmware'],
    onDone: onClose,
  });
  const { id, name, version, revision } = firmware;
  const isWithdrawn = step === 'withdrawn';
  return (
    <ActionDialog
      title={t(`move.${step}.title`, { name: `${name} ${version}` })}
      okText={t(`move.${step}.open`)}
      danger={isWithdrawn}
      disabled={isWithdrawn && reason.trim() === ''}
      busy={move.isPending}
      error={move.error}
      onOk={() => move.mutate({ params: { id }, body: { state: step, reason: reason.trim(), revision } })}
      onClose={onClose}
    >
      <p>{t(`move.${step}.hint`)}</p>
      {step === 'released' ? <p>{t('allowedNow', { who: words.allowed(firmware) })}</p> : null}
      {isWithdrawn ? (
        <Field
          label={t('reason')}
          value={reason}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setReason(event.target.value)}
        />
      ) : null}
    </ActionDialog>
  );
}
