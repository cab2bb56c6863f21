import { expect, test } from 'vitest';
import { contrast, contrastText } from './contrast.ts';

test('follows the definition of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test.each([
  ['#CA0B0F', '#ffffff'],
  ['#ffcc00', '#14181d'],
  ['#0072b2', '#ffffff'],
])('text on %s is %s and reads well', (color, text) => {
  expect(contrastText(color)).toBe(text);
  expect(contrast(color, text)).toBeGreaterThan(4.5);
});
