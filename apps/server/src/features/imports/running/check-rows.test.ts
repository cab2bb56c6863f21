import { LIMITS } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import type { Row } from '../reading/row-reader.ts';
import { addProblem, checkRows } from './check-rows.ts';

const good = (line: number, time: number, values: Partial<Row> = {}): Row => ({
  line,
  time,
  ambiguous: false,
  samples: [{ sn: 'A', point: 'ac.power', value: 1 }],
  problems: [],
  ...values,
});
const bad = (line: number, count = 1): Row => ({
  line,
  time: 0,
  ambiguous: false,
  samples: [],
  problems: Array.from({ length: count }, () => ({
    line,
    column: 'P',
    key: 'number' as const,
    values: { text: 'x' },
  })),
});

async function* stream(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}

const check = (rows: readonly Row[]) => checkRows(stream(rows), () => Promise.resolve());

test('a file is summed up: rows, samples, devices, and the span of its times in whatever order', async () => {
  const two = [
    { sn: 'A', point: 'ac.power', value: 1 },
    { sn: 'B', point: 'ac.power', value: 2 },
  ];
  expect(
    await check([good(2, 300), good(3, 100, { samples: two }), good(4, 200, { ambiguous: true })]),
  ).toMatchObject({
    rows: 3,
    badRows: 0,
    problemCount: 0,
    samples: 4,
    ambiguousRows: 1,
    devices: ['A', 'B'],
    firstTime: 100,
    lastTime: 300,
  });
});

test('samples older than they are kept are counted', async () => {
  const { oldSamples } = await checkRows(
    stream([good(2, 99), good(3, 100), good(4, 50)]),
    () => Promise.resolve(),
    100,
  );
  expect(oldSamples).toBe(2);
});

test('rows without values count as rows and say nothing of devices or times', async () => {
  expect(await check([good(2, 50, { samples: [] })])).toMatchObject({
    rows: 1,
    samples: 0,
    devices: [],
    firstTime: null,
    lastTime: null,
  });
  expect(await check([])).toMatchObject({ rows: 0, firstTime: null });
});

test('every problem is counted, the first ones are kept', async () => {
  const summed = await check([good(2, 1), ...Array.from({ length: 600 }, (_, n) => bad(3 + n, 2))]);
  expect(summed).toMatchObject({ rows: 601, badRows: 600, problemCount: 1200, samples: 1 });
  expect(summed.problems).toHaveLength(LIMITS.importErrorsKept);
  expect([summed.problems[0]!.line, summed.problems.at(-1)!.line]).toEqual([3, 502]);
});

test('what is wrong with the whole file stands first, also when the list is full', async () => {
  const summed = await check(Array.from({ length: 1200 }, (_, n) => bad(2 + n)));
  addProblem(summed, { line: 0, column: null, key: 'deviceElsewhere', values: { sn: 'A' } });
  expect(summed.problemCount).toBe(1201);
  expect(summed.problems).toHaveLength(LIMITS.importErrorsKept);
  expect(summed.problems[0]).toMatchObject({ line: 0, key: 'deviceElsewhere' });
});

test('a file that names more devices than a station may be given at once is refused', async () => {
  const rows = Array.from({ length: LIMITS.serialNumbersPerEntry + 1 }, (_, n) =>
    good(2 + n, 1, { samples: [{ sn: `D${n}`, point: 'ac.power', value: 1 }] }),
  );
  expect((await check(rows)).problems).toMatchObject([{ line: 0, key: 'tooManyDevices' }]);
  expect((await check(rows.slice(1))).problems).toEqual([]);
});

test('progress is told on the way, and what it throws ends the check', async () => {
  const told: number[] = [];
  const rows = Array.from({ length: 12_000 }, (_, n) => good(2 + n, 1));
  await checkRows(stream(rows), (done) => {
    told.push(done);
    return Promise.resolve();
  });
  expect(told).toEqual([5000, 10_000]);
  await expect(checkRows(stream(rows), () => Promise.reject(new Error('enough')))).rejects.toThrow('enough');
});
