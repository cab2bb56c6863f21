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
  expectedBand: string;
  residual: string;
  irradiance: string;
}

/** px of the powers, and of the strips below them. */
const POWERS = 252;
const STRIP = 64;

/**
 * Power of one local day with the band it was expected in. Where grid or battery are known, what supplies the house is stacked above
 * zero by source, what leaves it below, and a line shows what it uses. `toCome`: the forecast of the rest of the day. Charge and light have strips of their own.
 */
export function dayDrawing(power: StationPower, names: DayNames, toCome: readonly Curve[] = []): TimeDrawing {
  const from = startOfDay(power.day, power.timeZone);
  const to = startOfDay(addDays(power.day, 1), power.timeZone);
  const { sunrise, sunset } = power;
  return {
    panels: [{ curves: [...powersOf(power, names), ...toCome], height: POWERS }, ...stripsOf(power, names)],
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
    ...residualOf(power, names),
    ...(isKnown(soc) ? [{ curves: [charge], height: STRIP, ends: [0, 100] as const }] : []),
    ...(isKnown(irradiance) ? [{ curves: [light], height: STRIP }] : []),
  ];
}

/** Measured less expected power; not where only a clear sky is known, because clouds would look like a fault. */
function residualOf({ times, pv, expected, expectedSource }: StationPower, names: DayNames): Panel[] {
  const values = pv.map((watts, place) => {
    const usual = expected[place] ?? null;
    return watts === null || usual === null ? null : watts - usual;
  });
  if (expectedSource === 'clearSky' || !isKnown(values)) return [];
  return [
    { curves: [{ name: names.residual, tone: 'pv', unit: 'W', draw: 'area', times, values }], height: STRIP },
  ];
}

function powersOf(power: StationPower, names: DayNames): Curve[] {
  const { pv, load, grid, battery, expected, expectedLow, expectedHigh } = power;
  const flows = isKnown(grid) || isKnown(battery);
  const curves: Omit<Curve, 'times' | 'unit'>[] = [
    { name: names.expectedBand, tone: 'expected', draw: 'band', values: expectedHigh, low: expectedLow },
    { name: names.expected, tone: 'expected', draw: 'line', dashed: true, values: expected },
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
