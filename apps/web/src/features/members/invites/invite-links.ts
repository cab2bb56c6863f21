import { joinAddress, registerAddress } from '@sunfleet/contract';

/** Addresses that accept an invitation: one for people without an account, one for people with an account. */
export function inviteLinks(code: string, page: Pick<Location, 'origin' | 'pathname'> = location) {
  const base = page.origin + page.pathname;
  return { register: `${base}#${registerAddress(code)}`, join: `${base}#${joinAddress(code)}` };
}
