import { expect, test } from 'vitest';
import { withinPatience } from './patience.ts';

test('what is done in time is answered as it ends', async () => {
  expect(await withinPatience(Promise.resolve(7), 1000)).toBe(7);
  await expect(withinPatience(Promise.reject(new Error('own')), 1000)).rejects.toThrow('own');
});

test('a store that takes too long is told as unavailable', async () => {
  const never = new Promise<void>(() => undefined);
  await expect(withinPatience(never, 1)).rejects.toMatchObject({ key: 'storeUnavailable', status: 503 });
});
