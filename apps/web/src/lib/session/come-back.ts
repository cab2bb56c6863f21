import { ADDRESSES } from '@sunfleet/contract';
/** Address of the login that leads back to where somebody was; `over`: says that the session has ended. */
export function loginAddress(from: string, over = false): string {
  const search = new URLSearchParams();
  if (comeBack(from) !== '/') search.set('from', from);
  if (over) search.set('over', '1');
  const query = search.toString();
  return query ? `${ADDRESSES.login}?${query}` : ADDRESSES.login;
}

/** Where to go after the login: an address of this product, else the start. */
export function comeBack(from: string | null): string {
  const own = from?.startsWith('/') && !from.startsWith('//') && !/^\/(login|change_password)\b/.test(from);
  return own ? from! : '/';
}
