import type { CustomRole } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';

interface DeleteRoleProps {
  role: CustomRole;
  onClose: () => void;
  onDone: () => void;
}

/** Deletes a custom role that nobody holds. */
export function DeleteRole({ role, onClose, onDone }: DeleteRoleProps) {
  const { t } = useTranslation('roles');
  const remove = useAction('deleteRole', {
    invalidates: ['listRoles'],
    quiet: true,
    onDone: () => {
      onDone();
      onClose();
    },
  });
  return (
    <ActionDialog
      title={t('delete.title', { name: role.name })}
      okText={t('action.delete')}
      danger
      busy={remove.isPending}
      disabled={role.members > 0}
      error={remove.error}
      onOk={() => remove.mutate({ params: { id: role.id! } })}
      onClose={onClose}
    >
      <p>{role.members > 0 ? t('delete.held', { count: role.members }) : t('delete.text')}</p>
    </ActionDialog>
  );
}
