import type { Actor } from '../../platform/actor.ts';
import type { RawExchange } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Subscription } from './subscription.ts';

/** Where events go: the socket of a reply, or a test. */
export interface StreamSink {
  write(text: string): void;
  /** Bytes that wait for the other side to read. */
  waiting(): number;
  end(): void;
  onClose(listener: () => void): void;
}

export interface OpenStream {
  subscription: Subscription;
  sink: StreamSink;
  /** Whose it is; null: of nobody with an account of their own. */
  userId: number | null;
  /** `Last-Event-ID` of a client that was here before. */
  lastEventId: string | undefined;
  /** Whose it is: streams of one person take turns with those of others. */
  person: string;
  /** When it was asked for, of `performance`: what it may carry was read afterwards. Absent: now. */
  askedAt?: number;
  /** Who looks now; undefined when the session is over. */
  actor(): Promise<Actor | undefined>;
}

/** Takes a reply over as an event stream. */
export function sinkOf({ secure }: Pick<HttpServer, 'secure'>, { request, reply }: RawExchange): StreamSink {
  reply.hijack();
  secure(request, reply);
  const { raw } = reply;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    connection: 'close',
    // Proxies must not gather the stream.
    'x-accel-buffering': 'no',
  });
  return {
    write: (text) => {
      if (!raw.writableEnded) raw.write(text);
    },
    waiting: () => raw.writableLength,
    // Tells a reader who has caught up that the stream ends here; a reader who has not would keep it waiting.
    end: () => void (raw.writableLength > 0 ? raw.destroy() : raw.end()),
    onClose: (listener) => void raw.once('close', listener),
  };
}
