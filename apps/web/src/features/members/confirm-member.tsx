import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { showNotice } from '../../ui/notice/notice-store.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { type MemberDialogProps, MEMBERS_CHANGED } from './member-actions.ts';
import { useRefusalHint } from './use-refusal-hint.ts';

type Confirmed = 'lock' | 'unlock' | 'remove' | 'delete';

/** The four actions as calls that take the member from the dialog. */
function useConfirmed({ member, onClose }: MemberDialogProps, action: Confirmed) {
  const { t } = useTranslation('members');
  const { id, name } = member;
  const options = {
    invalidates: MEMBERS_CHANGED,
    quiet: true,
    onDone: () => {
      showNotice('success', t(`done.${action}`, { name }));
      onClose();
    },
  };
  const lock = useAction('lockMember', options);
  const unlock = useAction('unlockMember', options);
  const remove = useAction('removeMember', options);
  const erase = useAction('deleteMember', options);
  const organizationId = member.organisation?.id ?? 0;
  const calls = {
    lock: { ...lock, run: () => lock.mutate({ params: { id } }) },
    unlock: { ...unlock, run: () => unlock.mutate({ params: { id } }) },
    remove: { ...remove, run: () => remove.mutate({ query: { userId: id, organizationId } }) },
    delete: { ...erase, run: () => erase.mutate({ query: { id } }) },
  };
  return calls[action];
}

/** Asks before a member is locked, let in again, removed or deleted, and says what follows. */
export function ConfirmMember({ action, ...props }: MemberDialogProps & { action: Confirmed }) {
  const { t } = useTranslation('members');
  const { member, onClose } = props;
  const { isPending, error, run } = useConfirmed(props, action);
  const organisation = member.organisation?.name ?? '';
  return (
    <ActionDialog
      title={t(`confirm.${action}.title`, { name: member.name, organisation })}
      okText={t(`action.${action}`)}
      danger={action === 'remove' || action === 'delete' || action === 'lock'}
      busy={isPending}
      error={error}
      errorHint={useRefusalHint(error)}
      onOk={run}
      onClose={onClose}
    >
      <p>{t(`confirm.${action}.text`, { name: member.name, organisation })}</p>
      {action === 'delete' && member.stations > 0 ? (
        <p>{t('confirm.delete.owns', { count: member.stations })}</p>
      ) : null}
    </ActionDialog>
  );
}
