import type { Tariff } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';

/** Asks before a tariff is deleted; the server refuses it while stations have it, by name. */
export function DeleteTariff({ tariff, onClose }: { tariff: Tariff; onClose: () => void }) {
  const { t } = useTranslation('tariffs');
  const remove = useAction('deleteTariff', { quiet: true, invalidates: ['listTariffs'], onDone: onClose });
  return (
    <ActionDialog
      title={t('deleteOne', { name: tariff.name })}
      okText={t('delete')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onOk={() => remove.mutate({ params: { id: tariff.id } })}
      onClose={onClose}
    >
      <p>{t('deleteHint')}</p>
    </ActionDialog>
  );
}
