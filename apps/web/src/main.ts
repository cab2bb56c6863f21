import { fetchFirstTexts } from './lib/i18n/first-texts.ts';
import { storedLanguage } from './lib/i18n/languages.ts';
import { createSessionChannel } from './lib/session/session-channel.ts';
import { isSessionKept } from './lib/session/session-key.ts';

/**
 * Tells the library of the schemas, before anything loads it, that code may not be made of texts here. It would try by itself, and each try is one that the content
 * policy refuses and reports, as of a script that somebody brought in. Its own way to say so, `config`, would bring the library to the login.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

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
