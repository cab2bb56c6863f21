import type { InputOf } from '@sunfleet/api-client';
import type { Organisation } from '@sunfleet/contract';

/** Fields of the form; what is not filled in is an empty text. */
export type OrganisationValues = Pick<Organisation, 'name' | 'code' | 'kind' | 'type' | 'tie'> &
  Record<'businessType' | 'area' | 'taxId' | 'bankName' | 'bankAccount', string>;

export const emptyOrganisation: OrganisationValues = {
  name: '',
  code: '',
  kind: 'merchant',
  type: 'enterprise',
  tie: 'tight',
  businessType: '',
  area: '',
  taxId: '',
  bankName: '',
  bankAccount: '',
};

export function valuesOf(organisation: Organisation): OrganisationValues {
  const { name, code, kind, type, tie } = organisation;
  return {
    name,
    code,
    kind,
    type,
    tie,
    businessType: organisation.businessType ?? '',
    area: organisation.area ?? '',
    taxId: organisation.taxId ?? '',
    bankName: organisation.bankName ?? '',
    bankAccount: organisation.bankAccount ?? '',
  };
}

/** The values as the server takes them. An emptied field becomes null; an empty code is left out, and the server makes one. */
export function toBody(values: OrganisationValues): Omit<InputOf<'createOrganisation'>['body'], 'parentId'> {
  const { name, code, kind, type, tie } = values;
  const orNull = (text: string) => text.trim() || null;
  return {
    name: name.trim(),
    kind,
    type,
    tie,
    ...(code ? { code } : {}),
    businessType: orNull(values.businessType),
    area: values.area || null,
    taxId: orNull(values.taxId),
    bankName: orNull(values.bankName),
    bankAccount: orNull(values.bankAccount),
  };
}

/** What a filled-in form changes. A tie or a bank that stays is left out, because a changed one asks for a proof of who the person is. */
export function changesFrom(
  before: Organisation,
  values: OrganisationValues,
): InputOf<'updateOrganisation'>['body'] {
  const { tie, bankName, bankAccount, ...others } = toBody(values);
  return {
    ...others,
    ...(tie === before.tie ? {} : { tie }),
    ...(bankName === before.bankName ? {} : { bankName }),
    ...(bankAccount === before.bankAccount ? {} : { bankAccount }),
  };
}
