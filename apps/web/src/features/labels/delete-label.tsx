import type { Label } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';

/** Asks before a label is deleted, and says how many stations and devices carry it. */
export function DeleteLabel({ label, onClose }: { label: Label; onClose: () => void }) {
  const { t } = useTranslation('labels');
  const remove = useAction('deleteLabel', {
    quiet: true,
    invalidates: ['listLabels', 'listStations', 'listDevices', 'getStation', 'getDevice'],
    onDone: onClose,
  });
  return (
    <ActionDialog
      title={t('deleteOne', { name: label.name })}
      okText={t('delete')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onOk={() => remove.mutate({ params: { id: label.id } })}
      onClose={onClose}
    >
      <p>{t('deleteHint', { stations: label.stations, devices: label.devices })}</p>
    </ActionDialog>
  );
}
