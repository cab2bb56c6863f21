import { expect, test } from 'vitest';
import { mintLosses } from './mint-losses.ts';
import { lossRows } from './loss-rows.ts';

test('each bar begins where the one before it ends, and the last one ends at what was measured', () => {
  const losses = mintLosses();
  const rows = lossRows(losses, {});
  expect(rows.map(({ key }) => key)).toEqual([
    'standard',
    'temperature',
    'conversion',
    'unexplained',
    'measured',
  ]);
  for (const [at, row] of rows.slice(1, -1).entries()) expect(row.from).toBe(rows[at]!.to);
  expect(rows.at(-2)!.to).toBe(losses.measured);
});

test('money goes the same way, and a gain goes up', () => {
  const losses = mintLosses();
  const rows = lossRows(losses, { money: losses.money![0] });
  expect(rows.at(-2)!.to).toBe(losses.money![0]!.measured);
  const gain = mintLosses({
    parts: [
      { part: 'temperature', energy: -2000 },
      { part: 'unexplained', energy: 32_000 },
    ],
  });
  expect(lossRows(gain, {})[1]).toMatchObject({ from: 100_000, to: 102_000 });
});
