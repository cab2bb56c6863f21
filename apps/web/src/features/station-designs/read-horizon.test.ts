import { expect, test } from 'vitest';
import { readHorizon, writeHorizon } from './read-horizon.ts';

const points = [
  { azimuth: 0, elevation: 2 },
  { azimuth: 90, elevation: 12.5 },
  { azimuth: 270, elevation: 3 },
];

test.each([
  '0,2\n90,12.5\n270,3',
  '0; 2\n90; 12,5\n270; 3\n',
  'azimuth\televation\r\n0\t2\r\n90\t12.5\r\n270\t3',
  '-90 3\n0 2\n90 12,5\n360 2',
  '0, 2\n90, 12.5\n270, 3',
  writeHorizon(points),
])('lines of azimuth and elevation: %j', (text) => {
  expect(readHorizon(text)).toEqual({ points });
});

test('elevations alone stand at equal steps from north', () => {
  expect(readHorizon('1\n2\n3').points).toEqual([
    { azimuth: 0, elevation: 1 },
    { azimuth: 120, elevation: 2 },
    { azimuth: 240, elevation: 3 },
  ]);
});

test('the table of PVGIS counts from south', () => {
  const text = [
    'Latitude (decimal degrees):\t45.000',
    'Longitude (decimal degrees):\t8.000',
    'Horizon profile:',
    'A\tH_hor\tA_sun(w)\tH_sun(w)\tA_sun(s)\tH_sun(s)',
    '-180.0\t2.0\t-180.0\t-68.4\t-180.0\t-21.6',
    '-90.0\t12.5\t-90.0\t-30.0\t-90.0\t10.0',
    '90.0\t3.0\t90.0\t-30.0\t90.0\t10.0',
    '180.0\t2.0\t180.0\t-68.4\t180.0\t-21.6',
    '',
    'A: Azimuth (0 = S, 90 = W, -90 = E) (degree)',
  ].join('\n');
  expect(readHorizon(text)).toEqual({ points });
});

test('a line that says something else is named', () => {
  expect(readHorizon('0,2\nninety,3').bad).toBe(2);
  expect(readHorizon('0,2\n90').bad).toBe(2);
  expect(readHorizon('0,2,9\n90,1,7').bad).toBe(1);
  expect(readHorizon('')).toEqual({ points: [] });
  expect(readHorizon('0,2\n900,3').points.at(-1)?.azimuth).toBe(900);
});
