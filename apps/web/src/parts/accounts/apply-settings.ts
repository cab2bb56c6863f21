import type { Settings } from '@sunfleet/contract';
import { storedAppearance } from '../../lib/appearance.ts';
import { storedLanguage } from '../../lib/i18n/languages.ts';
import { storedPreferences } from '../../lib/settings/preferences.ts';

/** Applies light and language of the account to this browser. An account without a language keeps the one of the browser. */
export function applySettings({ language, appearance, ...others }: Settings): void {
  if (language && language !== storedLanguage.get()) storedLanguage.set(language);
  if (appearance !== storedAppearance.get()) storedAppearance.set(appearance);
  const { temperatureUnit, weekStart, currency, fleetClock } = others;
  const now = storedPreferences.get();
  const same =
    now.temperatureUnit === temperatureUnit &&
    now.weekStart === weekStart &&
    now.currency === currency &&
    now.fleetClock === fleetClock;
  if (!same) storedPreferences.set({ temperatureUnit, weekStart, currency, fleetClock });
}
