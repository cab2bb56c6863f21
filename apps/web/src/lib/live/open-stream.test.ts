import type { LiveEvent } from '@sunfleet/contract';
import { expect, test, vi } from 'vitest';
import { ACCESS_ONLY, createOpenStream, type Subscription } from './open-stream.ts';

const encoder = new TextEncoder();

function streamOf(...pieces: string[]): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

function openWith(response: Response, subscription = { stations: [1, 2], devices: [7] } as Subscription) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => response);
  const open = createOpenStream({
    baseUrl: () => '/api',
    token: () => 'secret',
    language: () => 'en-US',
    appVersion: () => '1',
    fetch,
  });
  const onOpen = vi.fn<() => void>();
  const pieces: { events: LiveEvent[]; id: string | undefined }[] = [];
  const request = {
    subscription,
    lastEventId: '12',
    signal: new AbortController().signal,
    onOpen,
    onEvents: (events: LiveEvent[], id: string | undefined) => void pieces.push({ events, id }),
  };
  return { fetch, onOpen, pieces, done: open(request) };
}

test('asks with bearer, ids and the last event, and reads events over the edges of pieces', async () => {
  const { fetch, onOpen, pieces, done } = openWith(
    streamOf(
      ': hello\n\nid: 13\ndata: {"type":"re',
      'set"}\n\nid: 14\ndata: {"type":"reset"}\n\n',
      'data: not json\n\n',
    ),
  );
  expect(await done).toEqual({ status: 200 });
  const [url, init] = fetch.mock.calls[0]!;
  expect(url).toBe('/api/live?stations=1%2C2&devices=7');
  expect(init!.headers).toMatchObject({ authorization: 'Bearer secret', 'last-event-id': '12' });
  expect(onOpen).toHaveBeenCalledOnce();
  expect(pieces).toEqual([{ events: [{ type: 'reset' }, { type: 'reset' }], id: '14' }]);
});

test('for news of access alone there is an address that every role may open', async () => {
  const { fetch, pieces, done } = openWith(streamOf('data: {"type":"access"}\n\n'), ACCESS_ONLY);
  await done;
  expect(fetch.mock.calls[0]![0]).toBe('/api/live/access');
  expect(pieces).toEqual([{ events: [{ type: 'access' }], id: undefined }]);
});

test('answers the status of a refusal', async () => {
  const { onOpen, done } = openWith(new Response('{}', { status: 401 }));
  expect(await done).toEqual({ status: 401 });
  expect(onOpen).not.toHaveBeenCalled();
});
