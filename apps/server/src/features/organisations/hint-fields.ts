import { maskTyped } from '../../platform/mask-contact.ts';

/** They may tell who a person is in an organisation of any type: a sole trader has them, too. */
const OF_A_PERSON: readonly string[] = ['taxId', 'bankName', 'bankAccount'];

/**
 * Fields of an organisation as the audit log keeps them, which outlives accounts: that they changed, and only a hint of what may be a person's, as
 * is the name of a personal organisation.
 */
export function hintFields(fields: object, type: 'enterprise' | 'personal'): object {
  const hidden = type === 'personal' ? [...OF_A_PERSON, 'name'] : OF_A_PERSON;
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]: [string, unknown]) => [
      key,
      hidden.includes(key) && typeof value === 'string' ? maskTyped(value) : value,
    ]),
  );
}
