import type { TEMPERATURE_UNITS } from '@sunfleet/contract';
import { useMemo } from 'react';
import { storedPreferences } from '../settings/preferences.ts';
import { temperatureHere } from '../settings/temperature-of.ts';
import { useStored } from '../use-stored.ts';
import { decimalMark } from '../form/shown-number.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { formatMoney, formatNumber, formatPercent, minorDigits } from './number.ts';
import {
  joinQuantity,
  splitCapacity,
  splitEnergy,
  splitMass,
  splitPower,
  splitSpan,
  splitValue,
} from './quantity.ts';
import {
  formatAge,
  formatDay,
  formatDays,
  formatDuration,
  formatTime,
  formatWeekday,
  type TimeStyle,
} from './time.ts';

type Amount = number | null | undefined;

/**
 * Numbers and times in the page's language. What is not known reads `–`, never 0. Units given: power W, energy kWh,
 * capacity kWp, mass kg, percent 0 to 100, times epoch milliseconds. `…Parts` keep value and unit apart.
 */
export function useFormat() {
  const language = useLanguage();
  const { temperatureUnit } = useStored(storedPreferences);
  const temperature = temperatureUnit ?? temperatureHere();
  return useMemo(() => createFormat(language, temperature), [language, temperature]);
}

type TemperatureUnit = (typeof TEMPERATURE_UNITS)[number];
export type Format = ReturnType<typeof createFormat>;

export function createFormat(language: string, temperature: TemperatureUnit = 'celsius') {
  const inUnit = (value: Amount, unit: string) => inUnitOf(temperature, value, unit);
  const split = (value: Amount, unit: string, digits?: number) => {
    const read = inUnit(value, unit);
    return splitValue(read.value, read.unit, language, digits);
  };
  return {
    language,
    /** The mark before the decimals. */
    decimal: decimalMark(language),
    /** A value as the account reads it: temperatures may be in °F. */
    inUnit,
    number: (value: Amount, digits?: number) => formatNumber(value, language, digits),
    percent: (value: Amount, digits?: number) => formatPercent(value, language, digits),
    money: (value: Amount, currency: string | null) => formatMoney(value, currency, language),
    /** Money in whole minor units (cents). */
    minorMoney: (value: Amount, currency: string) =>
      formatMoney(
        typeof value === 'number' ? value / 10 ** minorDigits(currency) : value,
        currency,
        language,
      ),
    power: (watts: Amount) => joinQuantity(splitPower(watts, language)),
    powerParts: (watts: Amount) => splitPower(watts, language),
    energy: (kWh: Amount) => joinQuantity(splitEnergy(kWh, language)),
    energyParts: (kWh: Amount) => splitEnergy(kWh, language),
    capacity: (kWp: Amount) => joinQuantity(splitCapacity(kWp, language)),
    capacityParts: (kWp: Amount) => splitCapacity(kWp, language),
    mass: (kg: Amount) => joinQuantity(splitMass(kg, language)),
    massParts: (kg: Amount) => splitMass(kg, language),
    /** A value with its unit; digits behind the point follow from the unit unless given. */
    value: (value: Amount, unit: string, digits?: number) =>
      unit === '%'
        ? formatPercent(value, language, digits ?? 1, digits)
        : joinQuantity(split(value, unit, digits)),
    valueParts: split,
    /** Both ends of a span; the unit stands at the higher one: `0`, `4.04 kW`. */
    span: (low: number, high: number, unit: string, digits?: number) => {
      const span = splitSpan(low, high, { unit, language, digits });
      return { low: span.low, high: joinQuantity(span.high) };
    },
    dateTime: (time: Amount, zone?: string, style?: TimeStyle) =>
      formatTime(time, { language, ...(zone ? { zone } : {}), ...(style ? { style } : {}) }),
    day: (day: string | null | undefined) => formatDay(day, language),
    weekday: (day: string) => formatWeekday(day, language),
    days: (from: string, to: string) => formatDays(from, to, language),
    age: (time: Amount, now: number) => formatAge(time, now, language),
    duration: (ms: Amount) => formatDuration(ms, language),
  };
}

/** Temperatures come in °C and are read in the unit the account wants. */
function inUnitOf(
  temperature: TemperatureUnit,
  value: Amount,
  unit: string,
): { value: Amount; unit: string } {
  if (unit !== '°C' || temperature === 'celsius') return { value, unit };
  return { value: typeof value === 'number' ? value * 1.8 + 32 : value, unit: '°F' };
}
