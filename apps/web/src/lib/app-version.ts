import { createStored } from './stored.ts';

/** The version that requests name where none is stored. */
const UNKNOWN_VERSION = 'unknown';

/** Version of the page or the app around it, which every request names. The app that opens the page stores it. */
export const storedAppVersion = createStored<string>({
  key: 'sunfleet.appVersion',
  parse: (value) => (typeof value === 'string' && /^[\w.+-]{1,40}$/.test(value) ? value : undefined),
  fallback: UNKNOWN_VERSION,
});
