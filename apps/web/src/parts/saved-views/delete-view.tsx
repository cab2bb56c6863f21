import type { SavedView } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';

interface DeleteViewProps {
  view: SavedView;
  onDone: () => void;
  onClose: () => void;
}

/** Deletes a view for everybody who saw it. */
export function DeleteView({ view, onDone, onClose }: DeleteViewProps) {
  const { t } = useTranslation('lists');
  const remove = useAction('deleteSavedView', {
    quiet: true,
    invalidates: ['listSavedViews'],
    onDone: () => {
      onDone();
      onClose();
    },
  });
  return (
    <ActionDialog
      title={t('saved.delete')}
      okText={t('saved.delete')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onOk={() => remove.mutate({ params: { id: view.id } })}
      onClose={onClose}
    >
      <p>{t('saved.deleteHint', { name: view.name })}</p>
    </ActionDialog>
  );
}
