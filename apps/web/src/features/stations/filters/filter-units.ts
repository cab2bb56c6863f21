import type { Range, StationFigure, StationRevenueFigure } from '@sunfleet/contract';
import { minorDigits } from '../../../lib/format/number.ts';

type RangeKey = StationFigure | StationRevenueFigure;

/** Unit in which people type a figure, and how many units of the API it is. */
interface FilterUnit {
  unit: string;
  factor: number;
}

const UNITS: Readonly<Record<StationFigure, FilterUnit>> = {
  capacity: { unit: 'kWp', factor: 1 },
  power: { unit: 'kW', factor: 1000 },
  powerRatio: { unit: '%', factor: 1 },
  energyToday: { unit: 'kWh', factor: 1 },
  hoursToday: { unit: 'h', factor: 1 },
  energyMonth: { unit: 'kWh', factor: 1 },
  energyYear: { unit: 'kWh', factor: 1 },
  energyTotal: { unit: 'kWh', factor: 1 },
  expected: { unit: '%', factor: 1 },
  loss: { unit: 'kWh', factor: 1 },
  soc: { unit: '%', factor: 1 },
  signal: { unit: '%', factor: 1 },
  devicesOffline: { unit: '', factor: 1 },
  silence: { unit: 'h', factor: 1 },
};

export const unitOf = (key: RangeKey, currency: string): FilterUnit =>
  key in UNITS
    ? UNITS[key as StationFigure]
    : { unit: currency, factor: currency === '' ? 1 : 10 ** minorDigits(currency) };

const scaled = (range: Range<number>, scale: (value: number) => number): Range<number> => ({
  ...(range.from === undefined ? {} : { from: scale(range.from) }),
  ...(range.to === undefined ? {} : { to: scale(range.to) }),
});

/** Without the traces of binary fractions. */
const tidy = (value: number) => Number(value.toFixed(6));

export const shownRange = (range: Range<number>, { factor }: FilterUnit): Range<number> =>
  scaled(range, (value) => tidy(value / factor));

export const askedRange = (range: Range<number>, { factor }: FilterUnit): Range<number> =>
  scaled(range, (value) => tidy(value * factor));
