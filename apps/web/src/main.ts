import { fetchFirstTexts } from './lib/i18n/first-texts.ts';
import { storedLanguage } from './lib/i18n/languages.ts';
import { createSessionChannel } from './lib/session/session-channel.ts';
import { isSessionKept } from './lib/session/session-key.ts';

/** Milliseconds between two looks for a server that went away while the page was loading. */
const LOOK_MS = 2000;

/** Loads the page again once the server answers. The texts are not there, so nothing can be said meanwhile. */
function loadAgain(): void {
  setTimeout(() => {
    fetch('./', { cache: 'no-store' }).then(({ ok }) => (ok ? location.reload() : loadAgain()), loadAgain);
  }, LOOK_MS);
}

// The texts are fetched beside the code, not after it, and other tabs are asked for their session meanwhile.
fetchFirstTexts(storedLanguage.get());
const channel = createSessionChannel();
const asked = isSessionKept() ? undefined : channel.ask();
import('./start.tsx').then(({ start }) => start({ channel, asked }), loadAgain);
