import './ui/tokens.css';
import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { createServices } from './app/services.ts';
import { storedLanguage } from './lib/i18n/languages.ts';
import { storedAppVersion } from './lib/app-version.ts';
import { createI18n } from './lib/i18n/create-i18n.ts';
import { applyTheme } from './app/theme/apply-theme.ts';
import { storedTheme } from './app/theme/stored-theme.ts';
import { storedAppearance } from './lib/appearance.ts';

const systemDark = matchMedia('(prefers-color-scheme: dark)').matches;
const appearance = storedAppearance.get();
storedAppVersion.set(import.meta.env.VITE_APP_VERSION);
applyTheme(storedTheme.get(), appearance === 'system' ? systemDark : appearance === 'dark');
document.documentElement.lang = storedLanguage.get();

const i18n = await createI18n(storedLanguage.get());
createRoot(document.querySelector('#root')!).render(<App i18n={i18n} services={createServices(i18n)} />);
