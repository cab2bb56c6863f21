import type { LiveEvent } from '@sunfleet/contract';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callKey } from '../lib/call/use-call.ts';
import { createLive } from './live.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What a stream told is taken in between two steps of the clock. */
async function pass(ms: number) {
  await vi.advanceTimersByTimeAsync(ms);
  await new Promise((resolve) => setImmediate(resolve));
}

/** A page with an open stream that shows answers, and how often each of them was read. */
async function showing(...keys: readonly (readonly unknown[])[]) {
  let stream!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (stream = controller) });
  vi.stubGlobal('fetch', async () => new Response(body));
  const queryClient = new QueryClient();
  const live = createLive({
    queryClient,
    call: () => Promise.reject(new Error('nothing is called')),
    identity: { token: () => 'token', language: () => 'en-US', appVersion: () => 'unknown' },
    renew: async () => false,
  });
  live.subscribe({ stations: [1], devices: [] });
  await pass(100);
  const reads = keys.map((queryKey) => {
    const queryFn = vi.fn<() => Promise<string>>().mockResolvedValue('read');
    new QueryObserver(queryClient, { queryKey, queryFn, staleTime: Infinity }).subscribe(() => {});
    return queryFn;
  });
  await pass(0);
  return {
    queryClient,
    times: () => reads.map(({ mock }) => mock.calls.length),
    tell: (event: LiveEvent) =>
      stream.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`)),
    close: () => live.close(),
  };
}

test('whoever changes what others may see twenty times in a second has their pages read again once, and once more later', async () => {
  const { queryClient, times, tell, close } = await showing(callKey('listStations', {}));
  expect(times()).toEqual([1]);
  for (let n = 0; n < 80; n += 1) {
    queryClient.setQueryData(['hidden'], 'read before');
    tell({ type: 'access' });
    await pass(50);
    expect(queryClient.getQueryData(['hidden'])).toBeUndefined();
  }
  expect(times()).toEqual([2]);
  await pass(10_000);
  expect(times()).toEqual([3]);
  close();
});

test('stations that are edited again and again are read once in a while, each of them', async () => {
  const keys = [1, 2, 3].map((id) => callKey('getStation', { params: { id } }));
  const { times, tell, close } = await showing(...keys);
  for (let n = 0; n < 50; n += 1) {
    tell({ type: 'stationChanged', stationId: 1 + (n % 2) });
    await pass(50);
  }
  await pass(10_000);
  expect(times()).toEqual([3, 2, 1]);
  close();
});
