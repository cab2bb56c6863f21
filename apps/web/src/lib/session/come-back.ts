import { ADDRESSES } from '@sunfleet/contract';
/** Address of the login that leads back to where somebody was; `over`: says that the session has ended. */
export function loginAddress(from: string, over = false): string {
  const search = new URLSearchParams();
  if (comeBack(from) !== '/') search.set('from', from);
  if (over) search.set('over', '1');
  const query = search.toString();
  return query ? `${ADDRESSES.login}?${query}` : ADDRESSES.login;
}

/** The address to open after the login. Addresses outside of this product are replaced by the start page. */
export function comeBack(from: string | null): string {
  const own = from?.startsWith('/') && !from.startsWith('//') && !/^\/(login|change_password)\b/.test(from);
  return own ? from! : '/';
}
