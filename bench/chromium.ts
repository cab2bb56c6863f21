import { existsSync } from 'node:fs';

const CANDIDATES = [
  process.env.SUNFLEET_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Path of a Chromium. Throws with advice where there is none. */
export function chromiumPath(): string {
  const found = CANDIDATES.find((file) => file && existsSync(file));
  if (!found) throw new Error('This figure needs Chromium; name one with SUNFLEET_CHROMIUM.');
  return found;
}
