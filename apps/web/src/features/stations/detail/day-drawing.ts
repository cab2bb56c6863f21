import type { StationPower } from '@sunfleet/contract';
import { addDays, startOfDay } from '../../../lib/time/zone.ts';
import type { Curve, Panel, TimeDrawing, Values } from '../../../ui/chart/drawing.ts';

export interface DayNames {
  pv: string;
  load: string;
  import: string;
  export: string;
  discharge: string;
  charge: string;
  soc: string;
  expected: string;
  irradiance: string;
}

/** px of the powers, and of the strips below them. */
const POWERS = 252;
const STRIP = 64;

/**
 * Power of one local day with the band it was expected in. Where grid or battery are known, what supplies the house is stacked above
 * zero by source, what leaves it below, and a line shows what it uses. Charge and light have strips of their own.
 */
export function dayDrawing(power: StationPower, names: DayNames): TimeDrawing {
  const from = startOfDay(power.day, power.timeZone);
  const to = startOfDay(addDays(power.day, 1), power.timeZone);
  const { sunrise, sunset } = power;
  return {
    panels: [{ curves: powersOf(power, names), height: POWERS }, ...stripsOf(power, names)],
    from,
    to,
    zone: power.timeZone,
    nights:
      sunrise && sunset
        ? [
            [from, sunrise],
            [sunset, to],
          ]
        : [],
  };
}

/** The battery's charge and the light, each where it is known. */
function stripsOf(power: StationPower, names: DayNames): Panel[] {
  const { soc, irradiance } = power;
  const charge: Curve = {
    name: names.soc,
    tone: 'soc',
    unit: '%',
    draw: 'area',
    times: power.times,
    values: soc,
  };
  const light: Curve = {
    name: names.irradiance,
    tone: 'irradiance',
    unit: 'W/m²',
    draw: 'line',
    times: power.times,
    values: irradiance,
  };
  return [
    ...(isKnown(soc) ? [{ curves: [charge], height: STRIP, ends: [0, 100] as const }] : []),
    ...(isKnown(irradiance) ? [{ curves: [light], height: STRIP }] : []),
  ];
}

function powersOf(power: StationPower, names: DayNames): Curve[] {
  const { pv, load, grid, battery } = power;
  const flows = isKnown(grid) || isKnown(battery);
  const curves: Omit<Curve, 'times' | 'unit'>[] = [
    { name: names.expected, tone: 'expected', draw: 'band', ...bandOf(power) },
    { name: names.pv, tone: 'pv', draw: flows ? 'stack' : 'area', values: pv },
    { name: names.discharge, tone: 'discharge', draw: 'stack', values: above(battery) },
    { name: names.import, tone: 'import', draw: 'stack', values: above(grid) },
    { name: names.charge, tone: 'charge', draw: 'below', values: below(battery) },
    { name: names.export, tone: 'export', draw: 'below', values: below(grid) },
    { name: names.load, tone: 'load', draw: 'line', values: load },
  ];
  return curves
    .filter(({ values }) => isKnown(values))
    .map((curve) => ({ ...curve, times: power.times, unit: 'W' }));
}

const isKnown = (values: Values): boolean => values.some((value) => value !== null);

/** What comes in (import, discharge) or goes out (export, charge) of a signed power. */
const above = (values: Values): Values => values.map((value) => (value === null ? null : Math.max(0, value)));
const below = (values: Values): Values =>
  values.map((value) => (value === null ? null : Math.max(0, -value)));

/**
 * The expected band: without a sensor from zero to the power under a clear sky, with one between that and what the sensor's light should give,
 * which is the higher one under bright clouds.
 */
function bandOf({ expected, expectedHigh, expectedSource }: StationPower): { values: Values; low: Values } {
  if (expectedSource !== 'sensor') {
    return { values: expectedHigh, low: expectedHigh.map((value) => (value === null ? null : 0)) };
  }
  const edge = (pick: (one: number, other: number) => number) =>
    expectedHigh.map((high, place) => {
      const seen = expected[place] ?? null;
      return high === null || seen === null ? null : pick(high, seen);
    });
  return { values: edge(Math.max), low: edge(Math.min) };
}
