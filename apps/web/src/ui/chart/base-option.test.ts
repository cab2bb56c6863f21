import { expect, test } from 'vitest';
import { createFormat } from '../../lib/format/use-format.ts';
import { withBase } from './base-option.ts';
import type { ChartLook } from './chart-look.ts';

const look: ChartLook = {
  dark: false,
  format: createFormat('en-US'),
  text: '#111111',
  muted: '#555555',
  line: '#dddddd',
  surface: '#ffffff',
  energy: {
    pv: '#d98a00',
    load: '#0072b2',
    grid: '#64748b',
    battery: '#00897b',
    charge: '#00897b',
    ev: '#7c4ddb',
    expected: '#9aa3ae',
    irradiance: '#b59410',
  },
  series: ['#0072b2'],
};

test('a page’s legend, grid and tooltip go over the shared ones, part by part', () => {
  const option = withBase(
    { legend: { data: ['PV'] }, grid: { top: 60 }, tooltip: { trigger: 'item' } },
    look,
    false,
  );
  expect(option.legend).toMatchObject({ data: ['PV'], top: 0, textStyle: { color: '#111111' } });
  expect(option.grid).toMatchObject({ top: 60, left: 8 });
  expect(option.tooltip).toMatchObject({ trigger: 'item', confine: true });
});

test('zoom leaves the plain wheel to the page', () => {
  expect(withBase({}, look, false).dataZoom).toBeUndefined();
  expect(withBase({}, look, true).dataZoom).toMatchObject([{ zoomOnMouseWheel: 'ctrl' }]);
});
