import type { Member } from '@sunfleet/contract';

/** What can be done with a member, in the order of the menu. */
export const ACTIONS = ['role', 'move', 'password', 'lock', 'unlock', 'remove', 'delete'] as const;

export interface MemberAction {
  action: (typeof ACTIONS)[number];
  member: Member;
}

export interface MemberDialogProps {
  member: Member;
  onClose: () => void;
}

/** Reads that are out of date after any of the actions. */
export const MEMBERS_CHANGED = ['pageMembers', 'organisationTree', 'getOrganisation', 'listRoles'] as const;
