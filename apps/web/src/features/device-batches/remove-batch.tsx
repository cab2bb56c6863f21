import type { DeviceBatch } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';

interface RemoveBatchProps {
  batch: DeviceBatch;
  onDone: () => void;
  onClose: () => void;
}

/** Asks before a batch is removed. */
export function RemoveBatch({ batch: { id, name }, onDone, onClose }: RemoveBatchProps) {
  const { t } = useTranslation('device-batches');
  const remove = useAction('deleteDeviceBatch', {
    quiet: true,
    invalidates: ['listDeviceBatches', 'listDevices'],
    onDone,
  });
  return (
    <ActionDialog
      title={t('one', { action: t('remove'), name })}
      okText={t('remove')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onOk={() => remove.mutate({ params: { id } })}
      onClose={onClose}
    >
      <p>{t('removeHint')}</p>
    </ActionDialog>
  );
}
