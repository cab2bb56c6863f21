import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { useRoleName } from '../../parts/accounts/use-role-name.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { showNotice } from '../../ui/notice/notice-store.ts';
import type { GivableRole } from './givable-roles.ts';
import { type MemberDialogProps, MEMBERS_CHANGED } from './member-actions.ts';
import { RoleChoice } from './role-choice.tsx';
import { useRefusalHint } from './use-refusal-hint.ts';

/** Gives a member another role. */
export function ChangeRole({ member, onClose }: MemberDialogProps) {
  const { t } = useTranslation('members');
  const nameOf = useRoleName();
  const { name } = member;
  const [chosen, setChosen] = useState<GivableRole>();
  const change = useAction('changeMemberRole', {
    invalidates: MEMBERS_CHANGED,
    quiet: true,
    onDone: () => {
      showNotice('success', t('done.role', { name }));
      onClose();
    },
  });
  const same = chosen?.roleId === member.roleId && chosen.role === member.role;
  return (
    <ActionDialog
      title={t('confirm.role.title', { name })}
      okText={t('action.role')}
      busy={change.isPending}
      disabled={!chosen || same}
      error={change.error}
      errorHint={useRefusalHint(change.error)}
      onOk={() => {
        if (!chosen) return;
        const { role, roleId } = chosen;
        change.mutate({ params: { id: member.id }, body: { role, roleId } });
      }}
      onClose={onClose}
    >
      <p>{t('confirm.role.present', { name, role: nameOf(member) })}</p>
      <RoleChoice value={chosen} onChange={setChosen} />
      <p>{t('confirm.role.text', { name })}</p>
    </ActionDialog>
  );
}
