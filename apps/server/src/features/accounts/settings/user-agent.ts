import Bowser from 'bowser';

/** As a browser names itself: `Chrome 148` and `Windows`; null where it does not. */
export function readUserAgent(userAgent: string | null): { browser: string | null; system: string | null } {
  if (!userAgent) return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent);
  const version = browser.version?.split('.')[0];
  return {
    browser: browser.name ? [browser.name, version].filter(Boolean).join(' ') : null,
    system: os.name ?? null,
  };
}
