import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mintLook } from '../../test/chart-look.ts';
import './echarts.ts';
import { leastOf, niceScale } from './nice-scale.ts';
import { valueAxis } from './value-axis.ts';

use([SVGRenderer]);

test('a scale holds what is drawn, and its ends are round', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e7, max: 1e7, noNaN: true }),
      fc.double({ min: 1e-3, max: 1e7, noNaN: true }),
      (low, span) => {
        const scale = niceScale(low, low + span, { zero: true });
        const slack = scale.step * 1e-6 + 0.02 * Math.max(Math.abs(low), Math.abs(low + span));
        expect(scale.min).toBeLessThanOrEqual(Math.min(0, low) + slack);
        expect(scale.max).toBeGreaterThanOrEqual(Math.max(0, low + span) - slack);
        const steps = (scale.max - scale.min) / scale.step;
        expect(Math.abs(steps - Math.round(steps))).toBeLessThan(1e-3);
        expect(steps).toBeLessThanOrEqual(10);
      },
    ),
  );
});

test('nothing, one value, or the same value all along still has an axis', () => {
  expect(niceScale(Infinity, -Infinity, { zero: true })).toEqual({ min: 0, max: 1, step: 0.2 });
  expect(niceScale(0, 0, { zero: true }).max).toBe(1);
  const flat = niceScale(230, 230, { zero: false });
  expect(flat.min).toBeLessThan(230);
  expect(flat.max).toBeGreaterThan(230);
  expect(niceScale(0, 2, { zero: true, whole: true }).step).toBe(1);
});

test('a few watts at night do not pull the axis below zero', () => {
  expect(niceScale(-9, 4041, { zero: true })).toEqual({ min: 0, max: 5000, step: 1000 });
  expect(niceScale(-900, 4041, { zero: true }).min).toBe(-1000);
  expect(niceScale(-9.4, 0, { zero: true }).min).toBe(-10);
});

test('a night without power has an axis upwards, not one of a watt downwards', () => {
  const least = leastOf('W');
  expect(niceScale(-1.5, 0, { zero: true, least })).toEqual({ min: 0, max: 100, step: 20 });
  expect(niceScale(0, 0, { zero: true, least }).max).toBe(100);
  expect(niceScale(-9.4, 3, { zero: true, least }).min).toBe(-20);
  expect(niceScale(-5000, 0, { zero: true, least }).max).toBe(0);
  expect(niceScale(0, 0.4, { zero: true, least: leastOf('kWh') }).max).toBeLessThan(1);
});

/** Labels that echarts draws beside a line of these values. */
function drawnLabels(values: readonly number[], unit: string): string[] {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 600, height: 300 });
  const look = mintLook();
  chart.setOption({
    animation: false,
    xAxis: { type: 'value', show: false },
    yAxis: valueAxis(look, { unit, free: unit === 'V' }),
    series: [{ type: 'line', data: values.map((value, place) => [place, value]) }],
  } as never);
  const svg = chart.renderToSVGString();
  chart.dispose();
  return [...svg.matchAll(/<text[^>]*>([^<]+)<\/text>/g)].map(([, text]) =>
    text!.replaceAll(/&nbsp;|\u00A0/g, ' '),
  );
}

test.each([
  ['a night', [-9.4, -9, 0], 'W'],
  ['a small day', [0, 0.0031], 'kWh'],
  ['a day', [0, 4041], 'W'],
  ['a large plant', [0, 124_000], 'W'],
  ['years', [0, 20_300], 'kWh'],
  ['a grid', [229.4, 231.9], 'V'],
  ['a grid that does not move', [230 - 3e-14, 230], 'V'],
  ['next to nothing', [5e-324, 1e-323], 'V'],
  ['a mean', [82.300_000_000_002_91, 110], 'kWh'],
])('%s: echarts draws the marks that were computed, none with the same label', (_name, values, unit) => {
  const labels = drawnLabels(values, unit);
  expect(labels.length).toBeGreaterThan(2);
  expect(new Set(labels).size).toBe(labels.length);
  expect(new Set(labels.map((label) => label.split(' ')[1])).size).toBe(1);
  for (const label of labels) expect(label.length, label).toBeLessThan(12);
});

test.each([
  [5e-324, 1e-323],
  [-5e-324, 5e-324],
  [0, 5e-324],
  [1, 1 + 2e-16],
  [50 - 7e-15, 50],
  [1e20, 1e20 + 16_384],
  [-1e20, 1e20],
])('whatever a device tells has an axis with marks: %d to %d', (low, high) => {
  for (const zero of [true, false]) {
    const { min, max, step } = niceScale(low, high, { zero });
    expect(step).toBeGreaterThan(0);
    expect(max - min).toBeGreaterThanOrEqual(step);
  }
});
