import { expect, test } from 'vitest';
import { toggledPin } from './pinned-points.ts';

test('a point is pinned once and no longer, and the oldest pins make room', () => {
  expect(toggledPin(['ac.power'], 'soc')).toEqual(['ac.power', 'soc']);
  expect(toggledPin(['ac.power', 'soc'], 'ac.power')).toEqual(['soc']);
  const many = Array.from({ length: 50 }, (_, place) => `p${place}`);
  expect(toggledPin(many, 'soc')).toEqual([...many.slice(1), 'soc']);
});
