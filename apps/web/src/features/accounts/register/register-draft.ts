import { textRule, userNameRule, type Rule } from '@sunfleet/contract';
import type { InputOf, OutputOf } from '@sunfleet/api-client';
import { contactTextRule, readContact } from '../../../parts/accounts/contact.ts';
import { newPasswordRule, type NewPassword } from '../entry/new-password.tsx';
import {
  type OrganisationDraft,
  organisationBody,
  organisationRule,
  NO_ORGANISATION,
} from './organisation-draft.ts';

type Body = InputOf<'register'>['body'];

/** What is typed into the registration, without what is secret. */
export interface RegisterDraft extends OrganisationDraft {
  accountType: Body['accountType'];
  contact: string;
  name: string;
  userName: string;
}

export const emptyDraft = (invite: string): RegisterDraft => ({
  ...NO_ORGANISATION,
  accountType: invite ? 'professional' : 'personal',
  joining: invite !== '',
  inviteCode: invite,
  contact: '',
  name: '',
  userName: '',
});

/** What is never kept: code, passwords and the acceptance. */
export interface RegisterSecrets extends NewPassword {
  validateCode: string;
  accepted: boolean;
}

/** Broken rules by field; empty when the registration can be sent. */
export function registerProblems(
  draft: RegisterDraft,
  secrets: RegisterSecrets,
): Partial<
  Record<'contact' | 'validateCode' | 'password' | 'name' | 'userName' | 'organisation' | 'accepted', Rule>
> {
  const problems = {
    contact: contactTextRule(draft.contact),
    validateCode: secrets.validateCode === '' ? ('codeEmpty' as const) : undefined,
    password: newPasswordRule(secrets),
    name: textRule(draft.name, 'nameEmpty'),
    userName: draft.userName.trim() ? userNameRule(draft.userName.trim()) : undefined,
    organisation: draft.accountType === 'professional' ? organisationRule(draft) : undefined,
    accepted: secrets.accepted ? undefined : ('agreementMissing' as const),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, rule]) => rule));
}

interface Context {
  legal: OutputOf<'legalVersions'>;
  language: NonNullable<Body['language']>;
}

/** The body of the call. */
export function registerBody(draft: RegisterDraft, secrets: RegisterSecrets, context: Context): Body {
  return {
    ...readContact(draft.contact),
    validateCode: secrets.validateCode,
    password: secrets.password,
    name: draft.name.trim(),
    userName: draft.userName.trim() || null,
    accountType: draft.accountType,
    language: context.language,
    ...context.legal,
    ...(draft.accountType === 'professional' ? organisationBody(draft) : {}),
  };
}
