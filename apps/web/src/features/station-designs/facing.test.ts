import { expect, test } from 'vitest';
import { facesAway } from './facing.ts';

test.each([
  [30, 0, 50, true],
  [30, 350, 50, true],
  [30, 180, 50, false],
  [30, 180, -33, true],
  [30, 0, -33, false],
  [2, 0, 50, false],
  [NaN, 0, 50, false],
  [30, NaN, 50, false],
])('tilt %s and azimuth %s at %s°: %s', (tilt, azimuth, latitude, away) => {
  expect(facesAway({ tilt, azimuth }, latitude)).toBe(away);
});
