import type { Firmware } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';

interface DeleteDialogProps {
  firmware: Firmware;
  onClose: () => void;
  onDone: () => void;
}

/** Deletes a draft with its image. */
export function DeleteDialog({ firmware: { id, name, version }, onClose, onDone }: DeleteDialogProps) {
  const { t } = useTranslation('firmware');
  const remove = useAction('deleteFirmware', { quiet: true, invalidates: ['listFirmware'], onDone });
  return (
    <ActionDialog
      title={t('delete.title', { name: `${name} ${version}` })}
      okText={t('delete.open')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onOk={() => remove.mutate({ params: { id } })}
      onClose={onClose}
    >
      <p>{t('delete.hint')}</p>
    </ActionDialog>
  );
}
