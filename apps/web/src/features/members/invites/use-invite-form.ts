import { contactRule, type Rule } from '@sunfleet/contract';
import { useState } from 'react';
import { useAction } from '../../../lib/call/use-action.ts';
import { useFields } from '../../../lib/form/use-fields.ts';
import type { GivableRole } from '../givable-roles.ts';

/** How an invitation reaches people: sent to one, or a code to pass on. */
export const WAYS = ['email', 'mobile', 'code'] as const;
export type Way = (typeof WAYS)[number];

/** Most uses of a code, and longest validity in days. */
export const MOST = { maxUses: 1000, validDays: 90 } as const;

const initial = { way: 'email' as Way, email: '', mobile: '', maxUses: '10', validDays: '14' };
type Values = typeof initial;

const contact =
  (way: Way) =>
  (value: string, values: Values): Rule | undefined =>
    values.way === way ? contactRule({ [way]: value.trim() }) : undefined;

/** What an invitation says, and how it is made. */
export function useInviteForm(organisationId: number) {
  const [role, setRole] = useState<GivableRole>();
  const invite = useAction('inviteMember', { invalidates: ['listInvites'], quiet: true });
  const form = useFields({
    initial,
    rules: { email: contact('email'), mobile: contact('mobile') },
    error: invite.error,
  });
  const { way, validDays } = form.values;
  /** Whether a number is whole and within its limits; the form cannot be sent otherwise. */
  const fits = (name: keyof typeof MOST) => {
    const text = form.values[name];
    return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MOST[name];
  };
  const send = () => {
    const values = form.submit();
    if (!values || !role) return;
    const whom = way === 'code' ? { maxUses: Number(values.maxUses) } : { [way]: values[way].trim() };
    invite.mutate({
      params: { id: organisationId },
      body: { role: role.role, roleId: role.roleId, validDays: Number(validDays), ...whom },
    });
  };
  const complete = role !== undefined && fits('validDays') && (way !== 'code' || fits('maxUses'));
  return { form, way, role, setRole, fits, complete, send, busy: invite.isPending, made: invite.data };
}

export type InviteForm = ReturnType<typeof useInviteForm>;
