import type { FirmwareKey } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';

/** Says what is lost with a key before it is revoked for good. */
export function RevokeKey({ of: { id, name, firmware }, onClose }: { of: FirmwareKey; onClose: () => void }) {
  const { t } = useTranslation('firmware');
  const [reason, setReason] = useState('');
  const revoke = useAction('revokeFirmwareKey', {
    quiet: true,
    invalidates: ['listFirmwareKeys', 'listFirmware', 'getFirmware'],
    onDone: onClose,
  });
  return (
    <ActionDialog
      title={t('keys.revokeOne', { name })}
      okText={t('keys.revoke')}
      danger
      disabled={reason.trim() === ''}
      busy={revoke.isPending}
      error={revoke.error}
      onOk={() => revoke.mutate({ params: { id }, body: { reason: reason.trim() } })}
      onClose={onClose}
    >
      <p>{t('keys.revokeHint', { n: firmware })}</p>
      <Field
        label={t('reason')}
        value={reason}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setReason(event.target.value)}
      />
    </ActionDialog>
  );
}
