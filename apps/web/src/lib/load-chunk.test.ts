import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChunkLoadError, isChunkError, loadChunk } from './load-chunk.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a part that does not arrive is given up after 120 s', async () => {
  const outcome = vi.fn<(error: unknown) => void>();
  void loadChunk(() => new Promise(() => {})).catch(outcome);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome).toHaveBeenCalledWith(expect.any(ChunkLoadError));
});

test('a part that arrives, or fails at once, leaves no timer behind', async () => {
  expect(await loadChunk(async () => 7)).toBe(7);
  await expect(loadChunk(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(vi.getTimerCount()).toBe(0);
});

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /a.js'));

test('a part that was asked for while the server was out of reach comes once it is back', async () => {
  let back!: (lost: boolean) => void;
  const doubt = vi.fn<() => Promise<boolean>>(() => new Promise((resolve) => void (back = resolve)));
  const load = vi.fn<() => Promise<number>>(missing);
  const outcome = vi.fn<(part: number) => void>();
  const loading = loadChunk(load, { doubt }).then(outcome);
  await vi.waitFor(() => expect(doubt).toHaveBeenCalledOnce());
  await vi.advanceTimersByTimeAsync(600_000);
  expect(outcome).not.toHaveBeenCalled();
  load.mockResolvedValueOnce(7);
  back(true);
  await loading;
  expect(outcome).toHaveBeenCalledWith(7);
});

test('a part that the server does not have any more is asked for twice and not again', async () => {
  const load = vi.fn<() => Promise<number>>(missing);
  const error = await loadChunk(load, { doubt: async () => false }).catch((caught: unknown) => caught);
  expect(isChunkError(error)).toBe(true);
  expect(load).toHaveBeenCalledTimes(2);
});
