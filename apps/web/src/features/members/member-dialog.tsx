import type { OrganisationNode } from '@sunfleet/contract';
import { ChangeRole } from './change-role.tsx';
import { ConfirmMember } from './confirm-member.tsx';
import type { MemberAction, MemberDialogProps } from './member-actions.ts';
import { MoveMember } from './move-member.tsx';
import { ResetPassword } from './reset-password.tsx';

/** The dialog of an action. It names the person and says what follows. */
export function MemberDialog({
  action,
  tree,
  ...rest
}: MemberAction & MemberDialogProps & { tree: readonly OrganisationNode[] }) {
  if (action === 'role') return <ChangeRole {...rest} />;
  if (action === 'move') return <MoveMember {...rest} tree={tree} />;
  if (action === 'password') return <ResetPassword {...rest} />;
  return <ConfirmMember {...rest} action={action} />;
}
