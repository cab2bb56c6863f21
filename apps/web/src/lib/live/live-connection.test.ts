import type { LiveEvent } from '@sunfleet/contract';
import { expect, test, vi } from 'vitest';
import { createLiveConnection } from './live-connection.ts';
import type { OpenStream, StreamEnd } from './open-stream.ts';

type Request = Parameters<OpenStream>[0];

/** A server whose streams the test opens, feeds and ends. */
function fakeServer() {
  const requests: (Request & { end: (end: StreamEnd) => void; fail: () => void })[] = [];
  const open: OpenStream = (request) =>
    new Promise((resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(new Error('aborted')));
      requests.push({ ...request, end: resolve, fail: () => reject(new Error('no connection')) });
    });
  return { open, requests };
}

function setUp() {
  const server = fakeServer();
  const onEvents = vi.fn<(events: readonly LiveEvent[]) => void>();
  const live = createLiveConnection({ open: server.open, onEvents, delay: () => 0, settleMs: 0 });
  const nth = (count: number) =>
    vi.waitFor(() => {
      expect(server.requests).toHaveLength(count);
      return server.requests[count - 1]!;
    });
  return { ...server, live, onEvents, nth };
}

test('asks once for all that is shown', async () => {
  const { live, nth } = setUp();
  live.subscribe({ stations: [3, 1], devices: [] });
  live.subscribe({ stations: [1, 2], devices: [9] });
  const request = await nth(1);
  expect(request.subscription).toEqual({ stations: [1, 2, 3], devices: [9] });
  expect(live.getState()).toBe('connecting');
  request.onOpen();
  expect(live.getState()).toBe('open');
});

test('comes back after a loss and resumes behind the last event', async () => {
  const { live, nth, onEvents } = setUp();
  live.subscribe({ stations: [1], devices: [] });
  const first = await nth(1);
  first.onOpen();
  first.onEvents([{ type: 'reset' }], '41');
  expect(onEvents).toHaveBeenCalledExactlyOnceWith([{ type: 'reset' }]);
  first.fail();
  const second = await nth(2);
  expect(second.lastEventId).toBe('41');
  expect(live.getState()).toBe('waiting');
  second.end({ status: 200 });
  await nth(3);
});

test('opens anew when other ids are shown, and not for the same ones', async () => {
  const { live, nth, requests } = setUp();
  const leave = live.subscribe({ stations: [1], devices: [] });
  const first = await nth(1);
  leave();
  live.subscribe({ stations: [1], devices: [] });
  live.subscribe({ stations: [], devices: [5] });
  const second = await nth(2);
  expect(first.signal.aborted).toBe(true);
  expect(second.subscription.devices).toEqual([5]);
  expect(requests).toHaveLength(2);
});

test('a hidden page keeps no stream', async () => {
  const { live, nth } = setUp();
  live.subscribe({ stations: [1], devices: [] });
  const first = await nth(1);
  live.setVisible(false);
  await vi.waitFor(() => expect(first.signal.aborted).toBe(true));
  expect(live.getState()).toBe('off');
  live.setVisible(true);
  await nth(2);
});

test('does not insist where it is refused', async () => {
  const { live, nth, requests } = setUp();
  live.subscribe({ stations: [1], devices: [] });
  (await nth(1)).end({ status: 403 });
  await vi.waitFor(() => expect(live.getState()).toBe('off'));
  expect(requests).toHaveLength(1);
});

test('ends when nobody asks any more', async () => {
  const { live, nth } = setUp();
  const leave = live.subscribe({ stations: [1], devices: [] });
  const first = await nth(1);
  leave();
  await vi.waitFor(() => expect(first.signal.aborted).toBe(true));
});
