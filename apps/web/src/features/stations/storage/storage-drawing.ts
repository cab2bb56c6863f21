import type { StationPower, StationStorage } from '@sunfleet/contract';
import { bucketLabel } from '../../../lib/time/bucket-label.ts';
import { addDays, startOfDay } from '../../../lib/time/zone.ts';
import type { BarDrawing, Bars, Curve, TimeDrawing, Values } from '../../../ui/chart/drawing.ts';

/** px */
const CHARGE = 150;
const POWERS = 170;

interface DayWords {
  soc: string;
  charge: string;
  discharge: string;
}

/** State of charge of a day, and below it what the batteries gave above zero and took below. What is not known has no strip. */
export function storageDrawing(power: StationPower, words: DayWords): TimeDrawing {
  const { times, soc, battery, timeZone } = power;
  const charge: Curve = { name: words.soc, tone: 'soc', unit: '%', draw: 'area', times, values: soc };
  const sides: Curve[] = [
    { name: words.discharge, tone: 'discharge', unit: 'W', draw: 'stack', times, values: above(battery) },
    { name: words.charge, tone: 'charge', unit: 'W', draw: 'below', times, values: below(battery) },
  ];
  return {
    panels: [
      ...(isKnown(soc) ? [{ curves: [charge], height: CHARGE, ends: [0, 100] as const }] : []),
      ...(isKnown(battery) ? [{ curves: sides, height: POWERS }] : []),
    ],
    from: startOfDay(power.day, timeZone),
    to: startOfDay(addDays(power.day, 1), timeZone),
    zone: timeZone,
  };
}

const isKnown = (values: Values): boolean => values.some((value) => value !== null);
const above = (values: Values): Values => values.map((value) => (value === null ? null : Math.max(0, value)));
const below = (values: Values): Values =>
  values.map((value) => (value === null ? null : Math.max(0, -value)));

interface BarWords {
  period: string;
  charged: string;
  discharged: string;
  /** `1 Nov 2026` of a bucket. */
  nameOf: (start: string) => string;
  language: string;
}

/** Discharged energy above zero and charged energy below, by bucket. */
export function throughputDrawing(
  { buckets, starts }: { buckets: StationStorage['buckets']; starts: readonly string[] },
  words: BarWords,
): BarDrawing {
  const known = new Map(buckets.map((bucket) => [bucket.start, bucket]));
  const bars: Bars[] = [
    {
      name: words.discharged,
      tone: 'discharge',
      unit: 'kWh',
      stack: 'battery',
      values: starts.map((start) => known.get(start)?.discharged ?? null),
    },
    {
      name: words.charged,
      tone: 'charge',
      unit: 'kWh',
      stack: 'battery',
      below: true,
      values: starts.map((start) => known.get(start)?.charged ?? null),
    },
  ];
  return {
    period: words.period,
    buckets: starts.map((start) => ({
      start,
      label: bucketLabel(start, words.language),
      name: words.nameOf(start),
    })),
    bars: bars.filter(({ values }) => isKnown(values)),
  };
}
