import { useMemo } from 'react';
import { useLanguage } from '../i18n/use-language.ts';
import { formatMoney, formatNumber, formatPercent } from './number.ts';
import { joinQuantity, splitCapacity, splitEnergy, splitMass, splitPower, splitValue } from './quantity.ts';
import { formatAge, formatDay, formatDuration, formatTime, type TimeStyle } from './time.ts';

type Amount = number | null | undefined;

/**
 * Numbers and times in the page's language. What is not known reads `–`, never 0. Units given: power W, energy kWh,
 * capacity kWp, mass kg, percent 0 to 100, times epoch milliseconds. `…Parts` keep value and unit apart.
 */
export function useFormat() {
  const language = useLanguage();
  return useMemo(() => createFormat(language), [language]);
}

export type Format = ReturnType<typeof createFormat>;

export function createFormat(language: string) {
  return {
    language,
    number: (value: Amount, digits?: number) => formatNumber(value, language, digits),
    percent: (value: Amount, digits?: number) => formatPercent(value, language, digits),
    money: (value: Amount, currency: string | null) => formatMoney(value, currency, language),
    power: (watts: Amount) => joinQuantity(splitPower(watts, language)),
    powerParts: (watts: Amount) => splitPower(watts, language),
    energy: (kWh: Amount) => joinQuantity(splitEnergy(kWh, language)),
    energyParts: (kWh: Amount) => splitEnergy(kWh, language),
    capacity: (kWp: Amount) => joinQuantity(splitCapacity(kWp, language)),
    capacityParts: (kWp: Amount) => splitCapacity(kWp, language),
    mass: (kg: Amount) => joinQuantity(splitMass(kg, language)),
    massParts: (kg: Amount) => splitMass(kg, language),
    value: (value: Amount, unit: string) => joinQuantity(splitValue(value, unit, language)),
    valueParts: (value: Amount, unit: string) => splitValue(value, unit, language),
    dateTime: (time: Amount, zone?: string, style?: TimeStyle) =>
      formatTime(time, { language, ...(zone ? { zone } : {}), ...(style ? { style } : {}) }),
    day: (day: string | null | undefined) => formatDay(day, language),
    age: (time: Amount, now: number) => formatAge(time, now, language),
    duration: (ms: Amount) => formatDuration(ms, language),
  };
}
