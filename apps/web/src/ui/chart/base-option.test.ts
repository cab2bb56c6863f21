import { expect, test } from 'vitest';
import { mintLook } from '../../test/chart-look.ts';
import { withBase } from './base-option.ts';
import { legendHeight, legendOf } from './legend.ts';

const look = mintLook();

test('a chart’s legend and grid go over the shared ones, part by part', () => {
  const option = withBase({ legend: { data: ['PV'] }, grid: { top: 60 } }, look, {
    zoom: false,
    tooltip: () => '',
  });
  expect(option.legend).toMatchObject({ data: ['PV'], top: 0, textStyle: { color: '#111111' } });
  expect(option.grid).toMatchObject({ top: 60, left: 8 });
  expect(option.textStyle).toMatchObject({ fontFamily: 'Page' });
  expect(option.tooltip).toMatchObject({ trigger: 'axis', confine: true });
});

test('zoom leaves the plain wheel to the page', () => {
  const parts = { tooltip: () => '' };
  expect(withBase({}, look, { zoom: false, ...parts }).dataZoom).toBeUndefined();
  expect(withBase({}, look, { zoom: true, ...parts }).dataZoom).toMatchObject([{ zoomOnMouseWheel: 'ctrl' }]);
});

test('a legend names a band and its line once, and draws lines as lines', () => {
  const curve = { unit: 'W', times: [], values: [] };
  const legend = legendOf(look, [
    { ...curve, name: 'Expected', tone: 'expected', draw: 'band', low: [] },
    { ...curve, name: 'Load', tone: 'load', draw: 'line' },
    { ...curve, name: 'Load', tone: 'load', draw: 'line' },
  ]);
  expect(legend.data).toMatchObject([{ name: 'Expected', icon: 'roundRect' }, { name: 'Load' }]);
  expect(legend.data![1]).not.toHaveProperty('icon');
});

test('a legend takes as many rows as its names need: one on a desk, three on a phone', () => {
  const names = ['Clear sky', 'PV', 'Discharging', 'Import', 'Charging', 'Export', 'Load', 'Battery charge'];
  const drawn = names.map((name) => ({ name, tone: 'pv' as const, unit: 'W', values: [] }));
  expect(legendHeight({ ...look, width: 800 }, drawn)).toBe(40);
  expect(legendHeight({ ...look, width: 300 }, drawn)).toBe(80);
  expect(legendHeight({ ...look, width: 800 }, [])).toBe(40);
});
