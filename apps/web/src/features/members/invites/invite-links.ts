import { joinAddress, registerAddress } from '@sunfleet/contract';

/** Addresses with which an invitation is accepted: one for who has no account yet, one for who has. */
export function inviteLinks(code: string, page: Pick<Location, 'origin' | 'pathname'> = location) {
  const base = page.origin + page.pathname;
  return { register: `${base}#${registerAddress(code)}`, join: `${base}#${joinAddress(code)}` };
}
