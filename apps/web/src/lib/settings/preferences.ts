import { FLEET_CLOCKS, type Settings, TEMPERATURE_UNITS } from '@sunfleet/contract';
import { createStored } from '../stored.ts';

/** Settings of the account that are needed before the server has answered, as it last sent them. */
export type Preferences = Pick<Settings, 'temperatureUnit' | 'weekStart' | 'currency' | 'fleetClock'>;

const FALLBACK: Preferences = { temperatureUnit: null, weekStart: 1, currency: null, fleetClock: 'own' };

export const storedPreferences = createStored<Preferences>({
  key: 'sunfleet.preferences',
  parse: (value) => {
    const { temperatureUnit, weekStart, currency, fleetClock } = (value ?? {}) as Partial<Preferences>;
    if (typeof weekStart !== 'number') return undefined;
    return {
      temperatureUnit: TEMPERATURE_UNITS.find((unit) => unit === temperatureUnit) ?? null,
      weekStart,
      currency: typeof currency === 'string' ? currency : null,
      fleetClock: FLEET_CLOCKS.find((clock) => clock === fleetClock) ?? FALLBACK.fleetClock,
    };
  },
  fallback: FALLBACK,
});
