import { ADDRESSES } from '@sunfleet/contract';

/** Pages that need no session. A test holds this to the routes. */
export const OUTSIDE: ReadonlySet<string> = new Set([
  ADDRESSES.login,
  ADDRESSES.register,
  ADDRESSES.forgetPassword,
  ADDRESSES.changePassword,
  ADDRESSES.europe,
  ADDRESSES.agreement,
  ADDRESSES.privacy,
  ADDRESSES.searchSerial,
]);

/** The address behind the `#`. The router is not there yet, so it is read from the browser. */
export const currentAddress = (): string => location.hash.slice(1) || '/';

export const pathOf = (address: string): string => address.split('?', 1)[0]!;

export const searchOf = (address: string): URLSearchParams => new URLSearchParams(address.split('?')[1]);

/** Puts another address in the place of this one, before a router follows it. */
export const replaceAddress = (address: string): void => history.replaceState(null, '', `#${address}`);

export function onAddress(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}
