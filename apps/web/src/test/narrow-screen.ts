import { onTestFinished } from 'vitest';

/** Makes the screen as narrow as a phone's for the rest of the test. */
export function narrowScreen(): void {
  const before = globalThis.matchMedia;
  globalThis.matchMedia = (query) => ({ ...before(query), matches: query.includes('max-width') });
  onTestFinished(() => {
    globalThis.matchMedia = before;
  });
}
