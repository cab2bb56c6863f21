import type { Settings } from '@sunfleet/contract';
import { createStored } from '../stored.ts';

/** Settings of the account that are needed before the server has answered, as it last sent them. */
export type Preferences = Pick<Settings, 'temperatureUnit' | 'weekStart'>;

const FALLBACK: Preferences = { temperatureUnit: 'celsius', weekStart: 1 };

export const storedPreferences = createStored<Preferences>({
  key: 'sunfleet.preferences',
  parse: (value) => {
    const { temperatureUnit, weekStart } = (value ?? {}) as Partial<Preferences>;
    const known = temperatureUnit === 'celsius' || temperatureUnit === 'fahrenheit';
    return known && typeof weekStart === 'number' ? { temperatureUnit, weekStart } : undefined;
  },
  fallback: FALLBACK,
});
