import { createStored } from './stored.ts';

/** Stands in the header of requests where no version is stored. */
const UNKNOWN_VERSION = 'unknown';

/** Version of the page or the app around it, which every request names. What starts the page stores it. */
export const storedAppVersion = createStored<string>({
  key: 'sunfleet.appVersion',
  parse: (value) => (typeof value === 'string' && /^[\w.+-]{1,40}$/.test(value) ? value : undefined),
  fallback: UNKNOWN_VERSION,
});
