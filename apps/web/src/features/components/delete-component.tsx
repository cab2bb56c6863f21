import type { Component } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';

/** Asks before a component is removed; the server refuses it while designs name it, by the names of their stations. */
export function DeleteComponent({ component, onClose }: { component: Component; onClose: () => void }) {
  const { t } = useTranslation('components');
  const remove = useAction('deleteComponent', {
    quiet: true,
    invalidates: ['listComponents'],
    onDone: onClose,
  });
  return (
    <ActionDialog
      title={t('deleteOne', { name: `${component.manufacturer} ${component.model}` })}
      okText={t('delete')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onOk={() => remove.mutate({ params: { id: component.id } })}
      onClose={onClose}
    >
      <p>{t('deleteHint')}</p>
    </ActionDialog>
  );
}
