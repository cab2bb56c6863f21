import { normalPhone } from '@sunfleet/contract';
import type { Db } from '../../platform/postgres/client.ts';
import { usersWithOrganisation, type UserRow } from './account-view.ts';

/** An e-mail address or a phone number in the form in which accounts keep it, and how messages go there. */
export interface Contact {
  channel: 'mail' | 'sms';
  target: string;
}

/** The contact of a checked request that counts: the e-mail where there is one, else the phone. */
export function contactOf(input: {
  email?: string | null | undefined;
  mobile?: string | null | undefined;
}): Contact {
  return input.email
    ? { channel: 'mail', target: input.email.toLowerCase() }
    : { channel: 'sms', target: normalPhone(input.mobile ?? '') };
}

/** The account that has this contact. */
export function findByContact(db: Db, { channel, target }: Contact): Promise<UserRow | undefined> {
  return usersWithOrganisation(db)
    .where(channel === 'mail' ? 'users.email' : 'users.phone', '=', target)
    .executeTakeFirst();
}
