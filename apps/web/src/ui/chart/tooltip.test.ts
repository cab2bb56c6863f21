import { expect, test } from 'vitest';
import { mintLook } from '../../test/chart-look.ts';
import type { Curve, TimeDrawing } from './drawing.ts';
import { barTip, timeTip, tipElement } from './tooltip.ts';

const MINUTE = 60_000;
const look = mintLook();
const words = {
  time: 'Time',
  span: ({ low, high }: { low: string; high: string }) => `${low} to ${high}`,
  lowest: (name: string) => `${name}, lowest`,
  highest: (name: string) => `${name}, highest`,
};
const times = [0, 5 * MINUTE, 10 * MINUTE];
const curve = (changes: Partial<Curve>): Curve => ({
  name: 'PV',
  tone: 'pv',
  unit: 'W',
  draw: 'line',
  times,
  values: [0, 4027.684_540_741_920_5, null],
  ...changes,
});
const drawing = (...curves: Curve[]): TimeDrawing => ({
  panels: [{ curves, height: 100 }],
  from: 0,
  to: 60 * MINUTE,
  zone: 'UTC',
});
const rows = (of: TimeDrawing, time: number, hidden = '') =>
  timeTip(look, of, { time, words, isShown: (name) => name !== hidden }).rows.map(
    ({ name, text }) => `${name}: ${text.replaceAll('\u00A0', ' ')}`,
  );

test('figures have a unit and three digits that tell something', () => {
  expect(rows(drawing(curve({})), 5 * MINUTE)).toEqual(['PV: 4.03 kW']);
  const noise = curve({ values: [0, -9.399_999_999_999_636, 0] });
  expect(rows(drawing(noise), 5 * MINUTE)).toEqual(['PV: -9 W']);
});

test('a band is one row, from its lower to its upper edge', () => {
  const band = curve({
    name: 'Clear sky',
    tone: 'expected',
    draw: 'band',
    low: [0, 0, 0],
    values: [0, 4041.002, 0],
  });
  expect(rows(drawing(band), 5 * MINUTE)).toEqual(['Clear sky: 0 to 4.04 kW']);
  // In the future the sensor has no reading yet.
  expect(rows(drawing({ ...band, low: [0, null, null] }), 5 * MINUTE)).toEqual([]);
});

test('a mean says what it lies between', () => {
  const mean = curve({ low: [0, 3000, 0], high: [0, 5000, 0] });
  expect(rows(drawing(mean), 5 * MINUTE)).toEqual(['PV: 4.03 kW (3 to 5 kW)']);
});

test('what is not known, hidden, or long before has no row', () => {
  const of = drawing(curve({}), curve({ name: 'Load', values: [1, 2, 3] }));
  expect(rows(of, 10 * MINUTE)).toEqual(['Load: 3 W']);
  expect(rows(of, 5 * MINUTE, 'PV')).toEqual(['Load: 2 W']);
  expect(rows(of, 50 * MINUTE)).toEqual([]);
});

test('curves of different pace are all named, not only the nearest one', () => {
  const fast = curve({ name: 'Fast', times: [1000, 2000, 3000], values: [1, 2, 3] });
  const slow = curve({ name: 'Slow', times: [0, 5 * MINUTE, 10 * MINUTE], values: [7, 8, 9] });
  expect(rows(drawing(fast, slow), 2000)).toEqual(['Fast: 2 W', 'Slow: 7 W']);
});

test('of a bucket the energies are named without a sign', () => {
  const buckets = [{ start: '2026-11', label: 'Nov', name: 'November 2026' }];
  const bars = [
    { name: 'Exported', tone: 'export' as const, unit: 'kWh', below: true, values: [82.300_000_000_002_91] },
  ];
  const tip = barTip(look, { period: 'Month', buckets, bars }, { place: 0, isShown: () => true });
  expect(tip.head).toBe('November 2026');
  expect(tip.rows[0]!.text.replaceAll('\u00A0', ' ')).toBe('82.3 kWh');
});

test('names are texts, never HTML', () => {
  const name = '<img src=x onerror=alert(1)>';
  const box = tipElement(look, { head: 'Now', rows: [{ name, tone: 'pv', text: '1 W' }] }) as HTMLElement;
  expect(box.querySelector('img')).toBeNull();
  expect(box.textContent).toContain(name);
});

test('what is noted of a bucket stands below its figures, also where these are not known, and as text', () => {
  const noted = {
    period: 'Month',
    buckets: [{ start: '2026-11', label: 'Nov', name: 'November 2026' }],
    bars: [{ name: 'PV', tone: 'pv' as const, unit: 'kWh', values: [null] }],
    notes: { name: 'Notes', tone: 'charge' as const, texts: new Map([['2026-11', ['<b>Cleaned</b>']]]) },
  };
  const box = tipElement(look, barTip(look, noted, { place: 0, isShown: () => true })) as HTMLElement;
  expect(box.querySelector('b')).toBeNull();
  expect(box.textContent).toBe('November 2026<b>Cleaned</b>');
  expect(tipElement(look, barTip(look, noted, { place: 0, isShown: () => false }))).toBe('');
});
