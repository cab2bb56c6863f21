import type { LiveEvent } from '@sunfleet/contract';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../platform/actor.ts';
import { messageOf } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PointRegistry } from '../telemetry/index.ts';
import { EventRing, type StreamEvent } from './event-ring.ts';
import { PointWatch } from './point-watch.ts';
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
  /** `Last-Event-ID` of a client that was here before. */
  lastEventId: string | undefined;
  /** Who looks now; undefined when the session is over. */
  actor(): Promise<Actor | undefined>;
}

export interface Live {
  open(stream: OpenStream): void;
  /** Streams that are open. */
  readonly streams: number;
  stop(): void;
}

/** About a minute of a fleet of a thousand devices. */
const RING_SIZE = 32_768;
const HEARTBEAT_MS = 15_000;
/** A client that lets more than this wait is too slow; it may come again and read afresh. */
const LONGEST_QUEUE = 1024 * 1024;

/** Tells one client that what it read before may be no longer its own; not kept for who comes back, who reads afresh anyway. */
const ACCESS: LiveEvent = { type: 'access' };

/** Distributes what the bus announces to the streams that want it. */
export function createLive(
  platform: Pick<Platform, 'bus' | 'log' | 'health'>,
  points: PointRegistry,
  options: { ringSize?: number; heartbeatMs?: number; longestQueue?: number } = {},
): Live {
  const { bus, log } = platform;
  const { ringSize = RING_SIZE, heartbeatMs = HEARTBEAT_MS, longestQueue = LONGEST_QUEUE } = options;
  const ring = new EventRing(ringSize);
  const streams = new Set<OpenStream>();
  let dropped = 0;

  const send = (stream: OpenStream, entry: StreamEvent) => {
    if (!stream.subscription.wants(entry)) return;
    if (stream.sink.waiting() > longestQueue) {
      dropped += 1;
      streams.delete(stream);
      stream.sink.end();
    } else stream.sink.write(entry.lines);
  };
  const publish = (event: LiveEvent, of: { stationId: number | null; deviceId: number | null }) => {
    const entry = ring.add(event, of);
    for (const stream of streams) send(stream, entry);
  };
  const watch = new PointWatch(
    (point) => points.keyOf(point),
    (event) => publish(event, { stationId: null, deviceId: event.deviceId }),
  );
  const ends = [
    bus.subscribe('stored', (block) => watch.take(block)),
    bus.subscribe('deviceState', (device) =>
      publish({ type: 'device', device }, { stationId: device.stationId, deviceId: device.deviceId }),
    ),
    bus.subscribe('stationState', (station) =>
      publish({ type: 'station', station }, { stationId: station.stationId, deviceId: null }),
    ),
    bus.subscribe('alarm', (alarm) =>
      publish(
        { type: 'alarm', alarm },
        { stationId: alarm.station?.id ?? null, deviceId: alarm.device?.id ?? null },
      ),
    ),
  ];
  const beat = async (stream: OpenStream) => {
    const actor = await stream.actor();
    if (!actor) stream.sink.end();
    else {
      const changed = await stream.subscription.renew(actor);
      stream.sink.write(changed ? `data: ${JSON.stringify(ACCESS)}\n\n` : ': still here\n\n');
    }
  };
  /** One renewal of a stream at a time: an answer that was asked for earlier never comes after a newer one. */
  const renewals = new Map<OpenStream, { again: boolean }>();
  const renew = async (stream: OpenStream) => {
    const running = renewals.get(stream);
    if (running) return void (running.again = true);
    const renewal = { again: true };
    renewals.set(stream, renewal);
    try {
      while (renewal.again) {
        renewal.again = false;
        await beat(stream);
      }
    } catch (error) {
      // Who cannot be asked about may not go on listening.
      log.warn({ err: messageOf(error) }, 'live stream not renewed');
      stream.sink.end();
    } finally {
      renewals.delete(stream);
    }
  };
  const beatAll = () => {
    for (const stream of streams) void renew(stream);
  };
  const heart = setInterval(beatAll, heartbeatMs);
  ends.push(bus.subscribe('accessChanged', beatAll));
  platform.health.add({
    name: 'live',
    essential: false,
    check: () => ({ state: 'ok', detail: { streams: streams.size, droppedSlow: dropped } }),
  });
  return {
    get streams() {
      return streams.size;
    },
    open(stream) {
      const { sink, lastEventId, subscription } = stream;
      const unwatch = watch.watch(subscription.devices);
      sink.onClose(() => {
        streams.delete(stream);
        unwatch();
      });
      sink.write(`retry: 2000\nid: ${ring.lastId}\n: connected\n\n`);
      const missed = lastEventId === undefined ? [] : ring.after(lastEventId);
      streams.add(stream);
      if (missed) for (const entry of missed) send(stream, entry);
      else sink.write(`id: ${ring.lastId}\ndata: ${JSON.stringify({ type: 'reset' })}\n\n`);
    },
    stop() {
      for (const end of ends) end();
      clearInterval(heart);
      watch.stop();
      for (const stream of streams) stream.sink.end();
    },
  };
}

/** Takes a reply over as an event stream. */
export function sinkOf(reply: FastifyReply): StreamSink {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    connection: 'close',
    // Proxies must not gather the stream.
    'x-accel-buffering': 'no',
  });
  return {
    write: (text) => {
      if (!raw.writableEnded) raw.write(text);
    },
    waiting: () => raw.writableLength,
    // Who has read everything is told that this is the end; who has not would keep it waiting.
    end: () => void (raw.writableLength > 0 ? raw.destroy() : raw.end()),
    onClose: (listener) => void raw.once('close', listener),
  };
}
