import type { LiveEvent } from '@sunfleet/contract';
import { expect, test, vi } from 'vitest';
import { createLiveConnection } from './live-connection.ts';
import { ACCESS_ONLY, type OpenStream, type StreamEnd } from './open-stream.ts';

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
  const onGap = vi.fn<() => void>();
  const waits = { delay: () => 0, settleMs: 0, quietMs: 0 };
  const live = createLiveConnection({ open: server.open, onEvents, onGap, ...waits });
  const nth = (count: number) =>
    vi.waitFor(() => {
      expect(server.requests).toHaveLength(count);
      return server.requests[count - 1]!;
    });
  return { ...server, live, onEvents, onGap, nth };
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

test('does not insist where it is refused, and still hears of access', async () => {
  const { live, nth, requests, onEvents } = setUp();
  live.subscribe({ stations: [1], devices: [] });
  (await nth(1)).end({ status: 403 });
  const second = await nth(2);
  expect(second.subscription).toEqual(ACCESS_ONLY);
  second.onOpen();
  expect(live.getState()).toBe('off');
  second.onEvents([{ type: 'access' }], undefined);
  expect(onEvents).toHaveBeenCalledExactlyOnceWith([{ type: 'access' }]);
  expect(requests).toHaveLength(2);
});

test('tells of every time without a stream, and not of an exchange', async () => {
  const { live, nth, onGap } = setUp();
  live.subscribe(ACCESS_ONLY);
  const first = await nth(1);
  expect(onGap).not.toHaveBeenCalled();
  first.onOpen();
  expect(onGap).toHaveBeenCalledTimes(1);
  live.subscribe({ stations: [1], devices: [] });
  (await nth(2)).onOpen();
  expect(onGap).toHaveBeenCalledTimes(1);
  live.setVisible(false);
  await vi.waitFor(() => expect(live.getState()).toBe('off'));
  live.setVisible(true);
  const third = await nth(3);
  third.onOpen();
  expect(onGap).toHaveBeenCalledTimes(2);
  third.fail();
  (await nth(4)).onOpen();
  expect(onGap).toHaveBeenCalledTimes(3);
});

test('without a session nothing more is asked', async () => {
  const { live, nth, requests } = setUp();
  live.subscribe({ stations: [1], devices: [] });
  (await nth(1)).end({ status: 401 });
  await vi.waitFor(() => expect(live.getState()).toBe('off'));
  expect(requests).toHaveLength(1);
});

test('news of access share the stream of what is shown, and have a quiet one where nothing is', async () => {
  const { live, nth, requests } = setUp();
  live.subscribe(ACCESS_ONLY);
  const quiet = await nth(1);
  quiet.onOpen();
  expect(live.getState()).toBe('off');
  const leave = live.subscribe({ stations: [1], devices: [] });
  const shown = await nth(2);
  expect(quiet.signal.aborted).toBe(true);
  expect(shown.subscription.stations).toEqual([1]);
  leave();
  const again = await nth(3);
  expect(again.subscription).toEqual(ACCESS_ONLY);
  expect(requests.filter(({ signal }) => !signal.aborted)).toEqual([again]);
});

test('the stream of a page stays until the next one has had time to read what it shows', async () => {
  const server = fakeServer();
  const live = createLiveConnection({ open: server.open, onEvents: () => {}, settleMs: 0, quietMs: 60_000 });
  live.subscribe(ACCESS_ONLY);
  const leave = live.subscribe({ stations: [1], devices: [] });
  await vi.waitFor(() => expect(server.requests).toHaveLength(1));
  leave();
  live.subscribe({ stations: [2], devices: [] });
  await vi.waitFor(() => expect(server.requests).toHaveLength(2));
  expect(server.requests.map(({ subscription }) => subscription.stations)).toEqual([[1], [2]]);
  live.close();
});

test('ends when nobody asks any more', async () => {
  const { live, nth } = setUp();
  const leave = live.subscribe({ stations: [1], devices: [] });
  const first = await nth(1);
  leave();
  await vi.waitFor(() => expect(first.signal.aborted).toBe(true));
});

test('a lost stream says so, and is opened at once when the server is back', async () => {
  const server = fakeServer();
  const onEnd = vi.fn<() => void>();
  const live = createLiveConnection({
    open: server.open,
    onEvents: () => {},
    onEnd,
    delay: () => 3_600_000,
    settleMs: 0,
  });
  live.subscribe({ stations: [1], devices: [] });
  await vi.waitFor(() => expect(server.requests).toHaveLength(1));
  server.requests[0]!.onOpen();
  live.retry();
  server.requests[0]!.fail();
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
  live.retry();
  await vi.waitFor(() => expect(server.requests).toHaveLength(2));
  live.close();
});
