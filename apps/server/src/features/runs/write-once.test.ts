import { expect, test } from 'vitest';
import type { RequestReply } from '../../platform/links/device-links.ts';
import { registerWrite, writeOnce } from './write-once.ts';

const write = { type: 'modbusWrite', slave: 1, fn: 16, addr: 117, words: [30] } as const;
const pause = () => Promise.resolve();

const failing = (failure: 'timeout' | 'notConnected', sent: boolean): RequestReply => ({
  ok: false,
  failure,
  sent,
  command: null,
});

/** What becomes of a write that a device refuses with an exception of Modbus, and how often it was asked. */
async function refusedWith(exception: number, wasRead: boolean) {
  let asked = 0;
  const request = (): Promise<RequestReply> => {
    asked += 1;
    return Promise.resolve({ ok: false, failure: 'refused', sent: true, exception, command: null });
  };
  const written = await writeOnce({ request, pause }, { ...registerWrite('1', write, 3), wasRead }, [0, 0]);
  expect(asked).toBe(1);
  return written;
}

test.each([
  [1, 'readOnly'],
  [2, 'readOnly'],
  // An illegal value.
  [3, 'refused'],
])('a register that was read and refuses to be written by exception %i: %s', async (exception, failure) => {
  expect(await refusedWith(exception, true)).toMatchObject({ state: 'failed', failure });
});

test('a register of which nobody knows whether it can be read is refused, whatever the exception', async () => {
  expect(await refusedWith(2, false)).toMatchObject({ state: 'failed', failure: 'refused' });
});

test('a device that is away after a write is waited for until it is back, and is not told twice', async () => {
  const asked: string[] = [];
  const paused: number[] = [];
  const request = (key: string): Promise<RequestReply> => {
    asked.push(key);
    if (key === '1/write') return Promise.resolve(failing('timeout', true));
    const isBack = asked.length > 4;
    return Promise.resolve(
      isBack ? { ok: true, words: [30], command: null } : failing('notConnected', false),
    );
  };
  const wait = (ms: number) => Promise.resolve(void paused.push(ms));
  const written = await writeOnce({ request, pause: wait }, registerWrite('1', write, 3), [0, 10]);
  expect(written).toMatchObject({ state: 'done', found: [30] });
  expect(asked).toEqual(['1/write', '1/after 0', '1/after 1', '1/after 2', '1/after 3']);
  expect(paused.slice(0, 2)).toEqual([10, 8000]);
});

test('a device that is there and does not answer is not waited for', async () => {
  let asked = 0;
  const request = (): Promise<RequestReply> => {
    asked += 1;
    return Promise.resolve(failing('timeout', true));
  };
  const written = await writeOnce({ request, pause }, registerWrite('1', write, 3), [0, 0]);
  expect(written).toMatchObject({ state: 'unknown', failure: 'timeout' });
  expect(asked).toBe(3);
});
