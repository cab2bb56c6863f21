import { expect, test } from 'vitest';
import { readPosition } from './read-position.ts';

test.each([
  ['48.1, 11.5', 48.1, 11.5],
  ['48,1 11,5', 48.1, 11.5],
  ['48,1; 11,5', 48.1, 11.5],
  [' -33.86,151.2 ', -33.86, 151.2],
  ['48.1° N, 11.5° E', 48.1, 11.5],
  ['33.86 S 70.6 W', -33.86, -70.6],
  ['48, 11', 48, 11],
])('%s is a position', (text, latitude, longitude) => {
  expect(readPosition(text)).toEqual({ latitude, longitude });
});

test.each(['München', '48.1', '91, 0', '0, 181', '48.1, 11.5, 3', ''])('%s is none', (text) => {
  expect(readPosition(text)).toBeUndefined();
});
