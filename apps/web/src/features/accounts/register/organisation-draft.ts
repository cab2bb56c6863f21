import type { InputOf } from '@sunfleet/api-client';
import { type Rule, textRule } from '@sunfleet/contract';

type Details = NonNullable<InputOf<'register'>['body']['organization']>;

/** The organisation of a professional account: founded, or joined by an invitation. */
export interface OrganisationDraft {
  joining: boolean;
  inviteCode: string;
  organisationName: string;
  organisationType: NonNullable<Details['type']>;
  businessType: string;
  area: string;
  taxId: string;
  superiorCode: string;
}

export const NO_ORGANISATION: OrganisationDraft = {
  joining: false,
  inviteCode: '',
  organisationName: '',
  organisationType: 'enterprise',
  businessType: '',
  area: '',
  taxId: '',
  superiorCode: '',
};

/** Which rule the organisation breaks. */
export function organisationRule(draft: OrganisationDraft): Rule | undefined {
  if (draft.joining) return draft.inviteCode.trim() ? undefined : 'codeEmpty';
  return textRule(draft.organisationName, 'merchantNameEmpty');
}

/** The organisation's part of a body. */
export function organisationBody(
  draft: OrganisationDraft,
): { inviteCode: string } | { organization: Details; superiorCode?: string } {
  if (draft.joining) return { inviteCode: draft.inviteCode.trim() };
  const superiorCode = draft.superiorCode.trim();
  return {
    organization: {
      name: draft.organisationName.trim(),
      type: draft.organisationType,
      businessType: draft.businessType.trim() || null,
      area: draft.area || null,
      taxId: draft.taxId.trim() || null,
    },
    ...(superiorCode ? { superiorCode } : {}),
  };
}
