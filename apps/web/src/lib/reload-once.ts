const KEY = 'sunfleet.reloaded';
/** A part that is still missing so soon after a reload is missing for another reason than a new version. */
const AGAIN_MS = 30_000;

/** Whether the page was not loaded again a moment ago. */
export function mayReload(now: number = Date.now()): boolean {
  try {
    return now - Number(sessionStorage.getItem(KEY)) >= AGAIN_MS;
  } catch {
    return false;
  }
}

/** Loads the page again, unless that was done a moment ago. Answers whether it does. */
export function reloadOnce(page: Pick<Location, 'reload'> = location, now = Date.now()): boolean {
  if (!mayReload(now)) return false;
  try {
    sessionStorage.setItem(KEY, String(now));
  } catch {
    // Without storage nobody would know of the reload, and it might never end.
    return false;
  }
  page.reload();
  return true;
}
