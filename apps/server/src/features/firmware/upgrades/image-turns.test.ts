import { expect, test, vi } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import { createImageTurns } from './image-turns.ts';
import { createImageDoor } from './serve-image.ts';

let now = 0;
const clock = { now: () => now };
const FLOOD = { sender: 'organisation F', caller: 'device FLOOD-1' };

test('whoever asks for images without an order is looked up for so often within a minute, and keeps nobody else waiting', async () => {
  const inTurn = createImageTurns(clock);
  let lookedUp = 0;
  let atOnce = 0;
  let most = 0;
  const ask = (caller: typeof FLOOD) =>
    inTurn(caller, async () => {
      lookedUp += 1;
      atOnce += 1;
      most = Math.max(most, atOnce);
      await Promise.resolve();
      atOnce -= 1;
      throw new AppError('firmwareOrderOver');
    }).catch((error: AppError) => error.key);
  const flood = async () => {
    const keys: string[] = [];
    for (let n = 0; n < 200; n += 1) keys.push(...(await Promise.all([ask(FLOOD), ask(FLOOD)])));
    return keys;
  };
  const keys = new Set(await flood());
  expect([lookedUp, most, [...keys].toSorted()]).toEqual([60, 1, ['firmwareOrderOver', 'tooManyRequests']]);
  expect(new Set(await flood())).toEqual(new Set(['tooManyRequests']));
  expect(await ask({ ...FLOOD, caller: 'device QUIET-1' })).toBe('firmwareOrderOver');
  now += 60_000;
  expect(await ask(FLOOD)).toBe('firmwareOrderOver');
});

test('a device that asks for hundreds of blocks at once keeps no other one of its organisation waiting', async () => {
  const inTurn = createImageTurns(clock);
  const held: (() => void)[] = [];
  let lookedUp = 0;
  const ask = (device: string) =>
    inTurn({ sender: 'organisation G', caller: `device ${device}` }, () => {
      lookedUp += 1;
      return new Promise<void>((resolve) => held.push(resolve));
    });
  const flood = Array.from({ length: 600 }, () => ask('GREEDY').catch((error: AppError) => error.key));
  let isServed = false;
  const quiet = ask('QUIET').then(() => (isServed = true));
  expect(lookedUp).toBe(2);
  for (const answer of held.splice(0)) answer();
  await quiet;
  expect(isServed).toBe(true);
  // What waits behind it is a few, and the others are told to come again.
  await vi.waitUntil(() => {
    for (const answer of held.splice(0)) answer();
    return lookedUp === 10;
  });
  expect(Object.groupBy(await Promise.all(flood), (key) => key ?? 'answered')).toMatchObject({
    answered: { length: 9 },
    tooManyRequests: { length: 591 },
  });
});

test('what nobody owns is upgraded by nobody, and asks no database', async () => {
  const door = createImageDoor({ clock, config: { dataDir: '' } } as unknown as Parameters<
    typeof createImageDoor
  >[0]);
  const asked = door.blockOf({ sn: 'FLOOD-1', organisationCode: null }, '1/1/1', 0);
  await expect(asked).rejects.toMatchObject({ key: 'firmwareOrderOver' });
});
