import { expect, test } from 'vitest';
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
  const flood = () => Promise.all(Array.from({ length: 1000 }, () => ask(FLOOD)));
  const keys = new Set(await flood());
  expect([lookedUp < 70, most, [...keys].toSorted()]).toEqual([
    true,
    2,
    ['firmwareOrderOver', 'tooManyRequests'],
  ]);
  expect(new Set(await flood())).toEqual(new Set(['tooManyRequests']));
  expect(await ask({ ...FLOOD, caller: 'device QUIET-1' })).toBe('firmwareOrderOver');
  now += 60_000;
  expect(await ask(FLOOD)).toBe('firmwareOrderOver');
});

test('what nobody owns is upgraded by nobody, and asks no database', async () => {
  const door = createImageDoor({ clock, config: { dataDir: '' } } as unknown as Parameters<
    typeof createImageDoor
  >[0]);
  const asked = door.blockOf({ sn: 'FLOOD-1', organisationCode: null }, '1/1/1', 0);
  await expect(asked).rejects.toMatchObject({ key: 'firmwareOrderOver' });
});
