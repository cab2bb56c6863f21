import { expect, test, vi } from 'vitest';
import { AppError } from './errors.ts';
import { createLog } from './log.ts';

function openLog(everyMs: number) {
  const lines: { msg: string; level: number; count?: number; reason?: string; err?: unknown; sn?: string }[] =
    [];
  const failed = vi.fn<(error: unknown) => void>();
  const destination = { write: (text: string) => void lines.push(JSON.parse(text) as (typeof lines)[0]) };
  return { log: createLog('info', { failed, destination, everyMs }), lines, failed };
}

const full = () =>
  new AppError('storeUnavailable', { store: 'ClickHouse', reason: 'No space left on device' });
const diskFull = 'the disk is full: what cannot be stored is not acknowledged';

test('whatever fails because the disk is full is one line, then one with the count', async () => {
  const { log, lines, failed } = openLog(30);
  for (let n = 0; n < 500; n += 1) {
    log.warn({ err: full() }, 'samples could not be stored, trying again');
    log.warn(
      { err: 'states: could not extend file "base/5/16402": No space left on device' },
      'states not written',
    );
    log.error({ err: Object.assign(new Error('could not write'), { code: '53100' }) }, 'request failed');
  }
  expect(lines).toMatchObject([{ msg: diskFull, count: 1, reason: 'No space left on device' }]);
  await vi.waitUntil(() => lines.length === 2);
  expect(lines[1]).toMatchObject({ msg: diskFull, count: 1499 });
  expect(lines.some((line) => 'err' in line)).toBe(false);
  expect(failed).toHaveBeenCalledTimes(1500);
});

test('other failures of a store are held by their message, without stacks', async () => {
  const { log, lines } = openLog(30);
  const lost = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  for (let n = 0; n < 10; n += 1) {
    log.warn({ err: lost() }, 'messages wait for the database');
    log.error({ err: lost() }, 'the audit log was not sealed');
  }
  expect(lines.map(({ msg, count }) => [msg, count])).toEqual([
    ['messages wait for the database', 1],
    ['the audit log was not sealed', 1],
  ]);
  await vi.waitUntil(() => lines.length === 4);
  expect(lines.slice(2).map(({ count }) => count)).toEqual([9, 9]);
});

test('after a quiet time a failure is told at once again', () => {
  vi.useFakeTimers();
  const { log, lines } = openLog(60_000);
  log.warn({ err: full() }, 'x');
  vi.advanceTimersByTime(60_001);
  vi.useRealTimers();
  log.warn({ err: full() }, 'x');
  expect(lines.map(({ count }) => count)).toEqual([1, 1]);
});

test('what is no failure of a store is written as it is, each time, with its stack', () => {
  const { log, lines } = openLog(60_000);
  for (const sn of ['A', 'B']) log.warn({ sn, err: new TypeError('x is undefined') }, 'logger refused');
  log.info({ sn: 'C' }, 'hello');
  expect(lines.map(({ sn }) => sn)).toEqual(['A', 'B', 'C']);
  expect(lines[0]!.err).toMatchObject({
    type: 'TypeError',
    stack: expect.stringContaining('log.test') as string,
  });
});
