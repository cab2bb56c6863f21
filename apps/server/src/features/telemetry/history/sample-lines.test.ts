import { expect, test } from 'vitest';
import { sampleLines } from './sample-lines.ts';

test('samples of a time are one line, and what was not measured stays empty', async () => {
  const lines = await sampleLines([7, 9], { times: [0, 0, 1000], points: [9, 7, 9], values: [2, 1.5, null] });
  expect(lines).toBe('1970-01-01T00:00:00.000Z,1.5,2\r\n1970-01-01T00:00:01.000Z,,\r\n');
});

test('others have their turn while a hundred thousand values are written', async () => {
  const length = 100_000;
  const times = Array.from({ length }, (_, at) => at);
  const values = times.map((at) => at / 7);
  let [turns, over] = [0, false];
  const count = () => {
    turns += 1;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  const lines = await sampleLines([1], { times, points: times.map(() => 1), values });
  over = true;
  expect(lines.split('\r\n')).toHaveLength(length + 1);
  expect(turns).toBeGreaterThan(3);
});
