/** Where a session is kept in web storage. */
export const SESSION_KEY = 'sunfleet.session';

/** Whether something is kept there, so that no other tab need be asked. */
export function isSessionKept(): boolean {
  try {
    return [localStorage, sessionStorage].some((storage) => storage.getItem(SESSION_KEY) !== null);
  } catch {
    return false;
  }
}
