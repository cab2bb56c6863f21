import { expect, test } from 'vitest';
import type { Flow } from '@sunfleet/contract';
import type { Cell } from './energy-cells.ts';
import { partOf, stationCells, type DeviceCell, type Part } from './station-flows.ts';

const one = (part: Part, flow: Flow, kwh: number, more: Partial<Cell> = {}): DeviceCell => ({
  part,
  flow,
  cell: { kwh, spread: 0, source: 'lifetime', completeness: 1, ...more },
});

test('inverters are summed, and a generation meter beats their sum', () => {
  const inverters = [one('producer', 'pv', 2), one('producer', 'pv', 3, { completeness: 0.5 })];
  expect(stationCells(inverters).get('pv')).toMatchObject({ kwh: 5, source: 'lifetime', completeness: 0.75 });
  const metered = [...inverters, one('generationMeter', 'pv', 4.9, { source: 'meter' })];
  expect(stationCells(metered).get('pv')).toMatchObject({ kwh: 4.9, source: 'meter' });
});

test('devices with different sources make a mixed figure', () => {
  const cells = stationCells([one('producer', 'pv', 2), one('producer', 'pv', 3, { source: 'integral' })]);
  expect(cells.get('pv')?.source).toBe('mixed');
});

test('load follows from production, grid and battery where nothing measures it', () => {
  const balance = [
    one('producer', 'pv', 5),
    one('gridMeter', 'import', 1, { source: 'meter' }),
    one('gridMeter', 'export', 2, { source: 'meter', spread: 0.5 }),
    one('producer', 'charge', 1.5),
    one('producer', 'discharge', 0.25),
  ];
  expect(stationCells(balance).get('load')).toMatchObject({ kwh: 2.75, spread: -0.5, source: 'mixed' });
  expect(stationCells([...balance, one('loadMeter', 'load', 2.6)]).get('load')?.kwh).toBe(2.6);
  expect(stationCells([one('producer', 'pv', 5)]).has('load')).toBe(false);
});

test('a separate battery counts only where no inverter speaks for it', () => {
  expect(stationCells([one('battery', 'charge', 2)]).get('charge')?.kwh).toBe(2);
  expect(stationCells([one('battery', 'charge', 2), one('producer', 'charge', 3)]).get('charge')?.kwh).toBe(
    3,
  );
});

test.each([
  ['meter', null, 'gridMeter'],
  ['meter', 'load', 'loadMeter'],
  ['hybrid', null, 'producer'],
  ['logger', null, undefined],
  ['weather', null, undefined],
] as const)('a %s with role %s is %s', (kind, meterRole, part) => {
  expect(partOf({ kind, meterRole })).toBe(part);
});
