/**
 * Every message of the product with the names of its values; the names are the keys of the i18n domain `messages`. A link stands
 * in a paragraph of its own and may be left out.
 */
export const TEMPLATES = {
  register: ['code', 'minutes'],
  login: ['code', 'minutes'],
  resetPassword: ['code', 'minutes'],
  changeContact: ['code', 'minutes'],
  cancelAccount: ['code', 'minutes'],
  invitation: ['organisation', 'role', 'code', 'link'],
  initialPassword: ['password', 'link'],
  accountLocked: [],
  grantOffered: ['from', 'link'],
  grantEnding: ['to', 'date'],
  handOverOffered: ['from', 'station', 'link'],
  cancellationPlanned: ['date', 'link'],
} as const satisfies Record<string, readonly string[]>;

export type MessageTemplate = keyof typeof TEMPLATES;

type Named<T extends MessageTemplate> = (typeof TEMPLATES)[T][number];

export type MessageValues<T extends MessageTemplate> = Readonly<
  Record<Exclude<Named<T>, 'link'>, string | number> & Partial<Record<Extract<Named<T>, 'link'>, string>>
>;
