import type { LiveEvent } from '@sunfleet/contract';
import { every, type Repeated } from '../../platform/jobs/every.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PointRegistry } from '../telemetry/index.ts';
import { eventData } from './event-data.ts';
import { EventRing, type StreamEvent } from './event-ring.ts';
import { PointWatch } from './point-watch.ts';
import { createRenewals } from './renewals.ts';
import type { OpenStream } from './open-stream.ts';

export interface Live {
  open(stream: OpenStream): void;
  /** Streams that are open. */
  readonly streams: number;
  stop(): void;
}

/** About a minute of a fleet of a thousand devices. */
const RING_SIZE = 32_768;
const HEARTBEAT_MS = 15_000;
/** A client that lets more bytes than this wait is too slow and is cut off. It can connect again and read everything again. */
const LONGEST_QUEUE = 1024 * 1024;

export interface LiveOptions {
  ringSize?: number;
  heartbeatMs?: number;
  longestQueue?: number;
}

type Parts = Pick<Platform, 'bus' | 'log' | 'health'>;

/** Distributes what the bus announces to the streams that want it. */
export function createLive(platform: Parts, points: PointRegistry, options: LiveOptions = {}): Live {
  return new RunningLive(platform, points, options);
}

class RunningLive implements Live {
  readonly #ring: EventRing;
  readonly #streams = new Set<OpenStream>();
  readonly #watch: PointWatch;
  readonly #renew: (stream: OpenStream) => Promise<void>;
  readonly #longestQueue: number;
  readonly #heart: Repeated;
  readonly #ends: (() => void)[];
  #dropped = 0;

  constructor(platform: Parts, points: PointRegistry, options: LiveOptions) {
    const { ringSize = RING_SIZE, heartbeatMs = HEARTBEAT_MS, longestQueue = LONGEST_QUEUE } = options;
    this.#ring = new EventRing(ringSize, (event) => eventData(event, platform.log));
    this.#longestQueue = longestQueue;
    this.#renew = createRenewals(platform.log);
    this.#watch = new PointWatch(
      (point) => points.keyOf(point),
      (event) => this.#publish(event, { stationId: null, deviceId: event.deviceId }),
    );
    this.#ends = this.#listen(platform.bus);
    this.#heart = every(heartbeatMs, async () => this.#renewAll(), { log: platform.log, name: 'live' });
    platform.health.add({
      name: 'live',
      essential: false,
      check: () => ({
        state: 'ok',
        detail: { streams: this.#streams.size, droppedSlow: this.#dropped },
      }),
    });
  }

  get streams(): number {
    return this.#streams.size;
  }

  open(stream: OpenStream): void {
    const { sink, lastEventId, subscription } = stream;
    const unwatch = this.#watch.watch(subscription.devices);
    sink.onClose(() => {
      this.#streams.delete(stream);
      unwatch();
    });
    const { lastId } = this.#ring;
    sink.write(`retry: 2000\nid: ${lastId}\n: connected\n\n`);
    const missed = lastEventId === undefined ? [] : this.#ring.after(lastEventId);
    this.#streams.add(stream);
    if (missed) for (const entry of missed) this.#send(stream, entry);
    else sink.write(`id: ${lastId}\ndata: ${JSON.stringify({ type: 'reset' })}\n\n`);
  }

  stop(): void {
    for (const end of this.#ends) end();
    void this.#heart.stop();
    this.#watch.stop();
    for (const stream of this.#streams) stream.sink.end();
  }

  #listen(bus: Parts['bus']): (() => void)[] {
    return [
      bus.subscribe('stored', (block) => this.#watch.take(block)),
      bus.subscribe('deviceState', (device) =>
        this.#publish({ type: 'device', device }, { stationId: device.stationId, deviceId: device.deviceId }),
      ),
      bus.subscribe('stationState', (station) =>
        this.#publish({ type: 'station', station }, { stationId: station.stationId, deviceId: null }),
      ),
      bus.subscribe('alarm', (alarm) =>
        this.#publish(
          { type: 'alarm', alarm },
          { stationId: alarm.station?.id ?? null, deviceId: alarm.device?.id ?? null },
        ),
      ),
      bus.subscribe('accessChanged', () => this.#renewAll()),
    ];
  }

  #publish(event: LiveEvent, of: { stationId: number | null; deviceId: number | null }): void {
    const entry = this.#ring.add(event, of);
    for (const stream of this.#streams) this.#send(stream, entry);
  }

  #send(stream: OpenStream, entry: StreamEvent): void {
    const { subscription } = stream;
    if (!subscription.wants(entry)) return;
    const lines = subscription.masked ? entry.maskedLines : entry.lines;
    if (lines === '') return;
    if (stream.sink.waiting() <= this.#longestQueue) {
      stream.sink.write(lines);
      return;
    }
    this.#dropped += 1;
    this.#streams.delete(stream);
    stream.sink.end();
  }

  #renewAll(): void {
    for (const stream of this.#streams) void this.#renew(stream);
  }
}
