import type { TEMPERATURE_UNITS } from '@sunfleet/contract';

/** Where weather is told in °F: the United States and what is tied to them, the Bahamas, Belize, the Cayman Islands, Liberia. */
const FAHRENHEIT: ReadonlySet<string> = new Set('US AS GU MP PR UM VI BS BZ KY LR FM MH PW'.split(' '));

/** The unit in which people read temperatures where a locale is spoken: `en-US` in °F, `en-GB` and plain `en` in °C. */
export function temperatureOf(locale: string): (typeof TEMPERATURE_UNITS)[number] {
  let region: string | undefined;
  try {
    ({ region } = new Intl.Locale(locale));
  } catch {
    // What a browser names is not always a locale.
  }
  return FAHRENHEIT.has(region ?? '') ? 'fahrenheit' : 'celsius';
}

/** Of the browser, for whoever has chosen none. */
export const temperatureHere = () => temperatureOf(navigator.language);
