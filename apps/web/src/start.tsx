import './ui/tokens.css';
import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { begin } from './app/entry/begin.tsx';
import { createServices } from './app/services.ts';
import { applyTheme } from './app/theme/apply-theme.ts';
import { storedTheme } from './app/theme/stored-theme.ts';
import { storedAppVersion } from './lib/app-version.ts';
import { storedAppearance } from './lib/appearance.ts';
import { createI18n } from './lib/i18n/create-i18n.ts';
import { storedLanguage } from './lib/i18n/languages.ts';
import type { SessionChannel } from './lib/session/session-channel.ts';
import { createSessionStore } from './lib/session/session-store.ts';

interface Started {
  channel: SessionChannel;
  /** Resolves when other tabs had time to say what session they have; undefined: nobody need ask. */
  asked: Promise<void> | undefined;
}

/** Draws the page: the login, or the product where somebody is signed in. */
export async function start({ channel, asked }: Started): Promise<void> {
  const systemDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const appearance = storedAppearance.get();
  storedAppVersion.set(import.meta.env.VITE_APP_VERSION);
  applyTheme(storedTheme.get(), appearance === 'system' ? systemDark : appearance === 'dark');
  document.documentElement.lang = storedLanguage.get();

  const store = createSessionStore({ channel });
  const [i18n] = await Promise.all([createI18n(storedLanguage.get()), store.get() ? undefined : asked]);
  const root = createRoot(document.querySelector('#root')!);
  await begin({ i18n, services: createServices(i18n, store), draw: (page) => root.render(page) });
}
