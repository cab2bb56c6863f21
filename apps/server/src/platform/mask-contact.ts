import { normalPhone } from '@sunfleet/contract';

/** An e-mail or phone number as a hint for somebody who knows it already: `a***@example.com`, `+49 *** 456`. */
export function maskContact(contact: { email: string | null; phone: string | null }): string | null {
  const { email, phone } = contact;
  if (email) return `${[...email][0]}***${email.slice(email.lastIndexOf('@'))}`;
  if (!phone) return null;
  return phone.startsWith('+') ? `${phone.slice(0, 3)} *** ${phone.slice(-3)}` : `*** ${phone.slice(-3)}`;
}

/**
 * The same of what somebody typed to name a person: an e-mail, a phone number, a user name or code. What outlives an account, as the audit log,
 * keeps no more of it.
 */
export function maskTyped(typed: string): string {
  if (typed.includes('@')) return maskContact({ email: typed, phone: null }) ?? '';
  const phone = normalPhone(typed);
  return phone ? (maskContact({ email: null, phone }) ?? '') : `${[...typed][0] ?? ''}***`;
}
