import type { Dispute } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';

export type Decision = 'keep' | 'transfer';

interface DecideDialogProps {
  dispute: Dispute;
  decision: Decision;
  onClose: () => void;
}

/** Says what a decision brings before it is made. */
export function DecideDialog({ dispute, decision, onClose }: DecideDialogProps) {
  const { t } = useTranslation('disputes');
  const decide = useAction('decideDispute', {
    quiet: true,
    invalidates: ['listDisputes', 'listDevices', 'getDevice', 'getStation'],
    onDone: onClose,
  });
  return (
    <ActionDialog
      title={`${t(`decide.${decision}`)}: ${dispute.sn}`}
      okText={t(`decide.${decision}`)}
      danger={decision === 'transfer'}
      busy={decide.isPending}
      error={decide.error}
      onOk={() => decide.mutate({ params: { id: dispute.id }, body: { decision } })}
      onClose={onClose}
    >
      <p>
        {decision === 'keep'
          ? t('decide.keepText')
          : t('decide.transferText', { station: dispute.claimant.station.name })}
      </p>
    </ActionDialog>
  );
}
