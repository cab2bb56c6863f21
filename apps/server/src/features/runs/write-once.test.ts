import { expect, test } from 'vitest';
import type { RequestReply } from '../../platform/links/device-links.ts';
import { registerWrite, writeOnce } from './write-once.ts';

const write = { type: 'modbusWrite', slave: 1, fn: 16, addr: 117, words: [30] } as const;
const { signal } = new AbortController();

/** What becomes of a write that a device refuses with an exception of Modbus, and how often it was asked. */
async function refusedWith(exception: number, wasRead: boolean) {
  let asked = 0;
  const request = (): Promise<RequestReply> => {
    asked += 1;
    return Promise.resolve({ ok: false, failure: 'refused', sent: true, exception, command: null });
  };
  const written = await writeOnce({ request, signal }, { ...registerWrite('1', write, 3), wasRead }, [0, 0]);
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
