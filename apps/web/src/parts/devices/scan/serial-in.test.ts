import { expect, test } from 'vitest';
import { serialIn } from './serial-in.ts';

test.each([
  ['2712345678', '2712345678'],
  [' SF-1.a\r\n', 'SF-1.a'],
  ['SN: 2712345678', '2712345678'],
  ['Model X9 S/N=AB12-7 PN 55', 'AB12-7'],
  ['{"sn":"2712345678","pw":"1"}', '2712345678'],
  ['https://maker.example/d?sn=2712345678&v=1', '2712345678'],
  ['https://maker.example/d/2712345678', '2712345678'],
  ['WIFI:S:AP_271;T:WPA;P:secret;;', undefined],
  ['Made in a factory', undefined],
  ['ab', undefined],
  ['', undefined],
])('%j says %j', (text, sn) => {
  expect(serialIn(text)).toBe(sn);
});
