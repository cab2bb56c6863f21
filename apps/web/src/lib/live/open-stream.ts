import { headersOf, requestUrl, ROUTES } from '@sunfleet/api-client';
import type { LiveEvent } from '@sunfleet/contract';
import { createParser } from 'eventsource-parser';

/** What a stream is opened for. */
export interface Subscription {
  stations: readonly number[];
  devices: readonly number[];
  /** Alarms of every station: on the page, or for what stands around it. */
  alarms?: 'shown' | 'watched' | undefined;
}

/** Nothing live: the stream tells only that what the account may see or do has changed. */
export const ACCESS_ONLY: Subscription = { stations: [], devices: [] };

export const isAccessOnly = ({ stations, devices, alarms }: Subscription): boolean =>
  stations.length + devices.length === 0 && !alarms;

/** Whether the page shows nothing of it. */
export const isQuiet = ({ stations, devices, alarms }: Subscription): boolean =>
  stations.length + devices.length === 0 && alarms !== 'shown';

export interface StreamOptions {
  baseUrl: () => string;
  token: () => string | undefined;
  language: () => string;
  appVersion: () => string;
  fetch?: typeof fetch;
}

interface StreamRequest {
  subscription: Subscription;
  /** Id of the last event seen, so that the server sends what was missed. */
  lastEventId: string | undefined;
  signal: AbortSignal;
  onOpen: () => void;
  /** Events of one piece of the stream together, so that the page draws once for all of them. */
  onEvents: (events: LiveEvent[], lastEventId: string | undefined) => void;
}

/** How a stream ended: the server closed it, or it refused to open with this status. */
export type StreamEnd = { status: number };

/** Opens the live stream; resolves when it ends, rejects when there is no connection. */
export type OpenStream = (request: StreamRequest) => Promise<StreamEnd>;

/** The live stream over fetch, because an `EventSource` cannot carry the bearer. */
export function createOpenStream(options: StreamOptions): OpenStream {
  return async ({ subscription, lastEventId, signal, onOpen, onEvents }) => {
    const url = isAccessOnly(subscription)
      ? requestUrl(options.baseUrl(), ROUTES.accessStream.path, {})
      : requestUrl(options.baseUrl(), ROUTES.liveStream.path, { query: queryOf(subscription) });
    const response = await (options.fetch ?? fetch)(url, {
      headers: {
        ...headersOf(options),
        accept: 'text/event-stream',
        ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
      },
      cache: 'no-store',
      signal,
    });
    if (!response.ok || !response.body) return { status: response.status };
    onOpen();
    await readEvents(response.body, onEvents);
    return { status: response.status };
  };
}

const queryOf = ({ stations, devices, alarms }: Subscription) => ({
  stations,
  devices,
  ...(alarms ? { alarms: 'true' } : {}),
});

async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvents: StreamRequest['onEvents'],
): Promise<void> {
  let events: LiveEvent[] = [];
  let lastEventId: string | undefined;
  const parser = createParser({
    onEvent: ({ id, data }) => {
      lastEventId = id ?? lastEventId;
      const event = readEvent(data);
      if (event) events.push(event);
    },
  });
  const reader = body
    .pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    parser.feed(value);
    if (events.length === 0) continue;
    onEvents(events, lastEventId);
    events = [];
  }
}

function readEvent(data: string): LiveEvent | undefined {
  try {
    return JSON.parse(data) as LiveEvent;
  } catch {
    return undefined;
  }
}
