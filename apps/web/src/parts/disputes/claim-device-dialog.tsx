import { claimCodeRule, LIMITS } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { useFields } from '../../lib/form/use-fields.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { showNotice } from '../../ui/notice/notice-store.ts';
import { ClaimCodeField } from '../devices/claim-code-field.tsx';

interface ClaimDeviceDialogProps {
  /** Where the device would go. */
  stationId: number;
  sn: string;
  /** What was typed before. */
  claimCode: string;
  onSent: () => void;
  onClose: () => void;
}

/** Says that a device which somebody else has is one's own. */
export function ClaimDeviceDialog(props: ClaimDeviceDialogProps) {
  const { stationId, sn, claimCode, onSent, onClose } = props;
  const { t } = useTranslation('disputes');
  const [tried, setTried] = useState(false);
  const open = useAction('openDispute', {
    quiet: true,
    invalidates: ['listOwnDisputes'],
    onDone: () => {
      showNotice('success', t('claim.done', { sn }));
      onSent();
    },
  });
  const fields = useFields({
    initial: { reason: '', claimCode },
    rules: { claimCode: (code) => (code.trim() === '' ? undefined : claimCodeRule(code)) },
    error: open.error,
  });
  const missing = fields.values.reason.trim() === '';
  const submit = () => {
    setTried(true);
    const values = fields.submit();
    if (!values || missing) return;
    const code = values.claimCode.trim();
    const proof = code === '' ? {} : { claimCode: code };
    open.mutate({ params: { id: stationId }, body: { sn, reason: values.reason.trim(), ...proof } });
  };
  return (
    <ActionDialog
      title={t('claim.title', { sn })}
      okText={t('claim.send')}
      busy={open.isPending}
      error={fields.rest}
      onOk={submit}
      onClose={onClose}
    >
      <p>{t('claim.hint')}</p>
      <ClaimCodeField
        value={fields.values.claimCode}
        error={fields.errorOf('claimCode')}
        onChange={(code) => fields.set('claimCode', code)}
      />
      <TextArea
        label={t('claim.reason')}
        value={fields.values.reason}
        maxLength={LIMITS.disputeWords}
        error={tried && missing ? t('claim.reasonProblem') : fields.errorOf('reason')}
        onChange={(event) => fields.set('reason', event.target.value)}
      />
    </ActionDialog>
  );
}
