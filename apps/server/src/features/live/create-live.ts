import type { LiveEvent } from '@sunfleet/contract';
import { createRoomOfSenders, type HeldRoom, type RoomSize } from '../../platform/room-of-senders.ts';
import { every, type Repeated } from '../../platform/jobs/every.ts';
import type { Platform } from '../../platform/platform.ts';
import { eventData } from './event-data.ts';
import { EventRing, type StreamEvent } from './event-ring.ts';
import type { LiveFeed, OpenFeed } from './live-feed.ts';
import { createRenewalRounds } from './renewal-rounds.ts';
import { createRenewals } from './renewals.ts';
import type { OpenStream } from './open-stream.ts';
import { StreamsById } from './streams-by-id.ts';
import type { Subscription } from './subscription.ts';

export interface Live {
  open(stream: OpenStream): void;
  /** Streams that are open. */
  readonly streams: number;
  stop(): void;
}

/** About a minute of a fleet of a thousand devices. */
const RING_SIZE = 32_768;
const HEARTBEAT_MS = 15_000;
const TICK_MS = 1000;
/**
 * A server that did nothing for this long stood still: it has heard of nobody's lost rights, and what others tell it may come before that. Its streams
 * end, and their readers come back.
 */
const STILL_MS = 5000;
/** A client that lets more bytes than this wait is too slow and is cut off. It can connect again and read everything again. */
const LONGEST_QUEUE = 1024 * 1024;

/**
 * What readers let wait together, who may be thousands: of one person by all streams, and of all. Where it is full, whoever lets most wait is cut off.
 */
const ROOM: RoomSize = { each: 8 * 1024 * 1024, inAll: 64 * 1024 * 1024 };
/** Everybody lets some events wait for a moment; what counts is more. */
const USUAL_QUEUE = 32 * 1024;

export interface LiveOptions {
  ringSize?: number;
  heartbeatMs?: number;
  stillMs?: number;
  longestQueue?: number;
  room?: RoomSize;
  usualQueue?: number;
  gatherMs?: number;
}

/**
 * Beyond so many streams, what is told in the same moment goes out together, one write for each: devices of a station change all at once, and a write
 * costs as much for one event as for a hundred. It is told in slices, so it is gathered for as long as some of them take.
 */
const FEW_STREAMS = 100;
const GATHER_MS = 100;
/** Others have their turn between writes to thousands. */
const SLICE_MS = 5;

/** What a stream lets wait. */
interface Queue {
  /** Bytes, as far as they are more than usual. */
  held: HeldRoom;
  isHolding: boolean;
  /** What was told just now and is not written yet. */
  text: string;
}

type Parts = Pick<Platform, 'bus' | 'clock' | 'log' | 'health'>;

/** Distributes what a feed hands over to the streams that want it. */
export function createLive(platform: Parts, feed: OpenFeed, options: LiveOptions = {}): Live {
  return new RunningLive(platform, feed, options);
}

class RunningLive implements Live {
  #ring: EventRing;
  readonly #streams = new Map<OpenStream, Queue>();
  readonly #byDevice = new StreamsById(({ subscription }) => subscription.devices);
  readonly #byStation = new StreamsById(({ subscription }) => subscription.stations);
  readonly #room;
  readonly #usualQueue: number;
  readonly #feed: LiveFeed;
  readonly #renew: (stream: OpenStream) => Promise<void>;
  readonly #rounds = createRenewalRounds(() =>
    Promise.all([...this.#streams.keys()].map((stream) => this.#renew(stream))),
  );
  readonly #longestQueue: number;
  readonly #gatherMs: number;
  readonly #heart: Repeated;
  readonly #ticks: Repeated;
  readonly #stillMs: number;
  #lastTick = performance.now();
  readonly #ends: readonly (() => void)[];
  /** Streams with something that is not written yet. */
  readonly #told = new Set<OpenStream>();
  #isWriting = false;
  #dropped = 0;
  /** When somebody's access, and any device, changed last, of `performance`. */
  #accessChangedAt = -Infinity;
  #deviceChangedAt = -Infinity;

  constructor(platform: Parts, openFeed: OpenFeed, options: LiveOptions) {
    const { ringSize = RING_SIZE, heartbeatMs = HEARTBEAT_MS, longestQueue = LONGEST_QUEUE } = options;
    this.#room = createRoomOfSenders(options.room ?? ROOM);
    this.#usualQueue = options.usualQueue ?? USUAL_QUEUE;
    const newRing = () =>
      new EventRing(
        ringSize,
        (event) => eventData(event, platform.log),
        () => platform.clock.now(),
      );
    this.#ring = newRing();
    this.#longestQueue = longestQueue;
    this.#gatherMs = options.gatherMs ?? GATHER_MS;
    this.#stillMs = options.stillMs ?? STILL_MS;
    this.#renew = createRenewals(platform.log);
    this.#feed = openFeed({
      event: ({ event, ...of }) => this.#publish(event, of),
      gap: () => {
        // What the ring holds does not lead on to what comes next.
        this.#ring = newRing();
        for (const [stream, queue] of this.#streams) {
          queue.text = '';
          this.#reset(stream);
        }
      },
    });
    this.#ends = [
      platform.bus.subscribe('accessChanged', ({ userId }) => this.#renewAll(userId)),
      platform.bus.subscribe('deviceChanged', ({ deviceId }) => this.#deviceChanged(deviceId)),
      // Each server hears of it by itself.
      platform.bus.subscribe('stationChanged', ({ stationId }) =>
        this.#publish({ type: 'stationChanged', stationId }, { stationId, deviceId: null }),
      ),
    ];
    this.#ticks = every(TICK_MS, async () => this.#tick(), { log: platform.log, name: 'live ticks' });
    this.#heart = every(heartbeatMs, async () => this.#beat(), { log: platform.log, name: 'live' });
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
    const { sink, lastEventId, subscription, person, askedAt = Infinity } = stream;
    const unwatch = this.#feed.watch(subscription.devices);
    const queue = { held: this.#room.hold(person, () => this.#cut(stream)), isHolding: false, text: '' };
    sink.onClose(() => {
      this.#streams.delete(stream);
      this.#byDevice.remove(stream);
      this.#byStation.remove(stream);
      queue.held.release();
      unwatch();
    });
    sink.write(`retry: 2000\nid: ${this.#ring.lastId}\n: connected\n\n`);
    const missed = lastEventId === undefined ? [] : this.#missed(lastEventId, subscription);
    this.#streams.set(stream, queue);
    this.#byDevice.add(stream);
    this.#byStation.add(stream);
    // What it may carry was read before it was among those that hear of changes.
    const changedAt = subscription.devices.size > 0 ? this.#deviceChangedAt : -Infinity;
    if (Math.max(changedAt, this.#accessChangedAt) >= askedAt) void this.#renew(stream);
    if (!missed) this.#reset(stream);
    for (const entry of missed ?? []) {
      if (!this.#streams.has(stream)) return;
      this.#send(stream, queue, entry);
    }
  }

  /**
   * New values of a device are told to those servers alone that somebody watches it by. Undefined also for so much that its reader would be cut off
   * for what waits, each time that it comes back.
   */
  #missed(lastEventId: string, subscription: Subscription): StreamEvent[] | undefined {
    const { devices } = subscription;
    const missed =
      this.#ring.after(lastEventId, devices) ??
      (devices.size === 0 ? this.#ring.around(lastEventId) : undefined);
    let bytes = 0;
    for (const entry of missed ?? []) {
      bytes += linesFor(subscription, entry).length;
      if (bytes > this.#longestQueue / 2) return undefined;
    }
    return missed;
  }

  stop(): void {
    for (const end of this.#ends) end();
    void this.#heart.stop();
    void this.#ticks.stop();
    this.#rounds.stop();
    this.#feed.stop();
    for (const stream of this.#streams.keys()) stream.sink.end();
  }

  /** Tells a stream that it missed something. */
  #reset({ sink }: OpenStream): void {
    sink.write(`id: ${this.#ring.lastId}\ndata: ${JSON.stringify({ type: 'reset' })}\n\n`);
  }

  #publish(event: LiveEvent, of: { stationId: number | null; deviceId: number | null }): void {
    this.#tick();
    const entry = this.#ring.add(event, of);
    for (const stream of this.#concerned(entry)) {
      const queue = this.#streams.get(stream);
      if (queue) this.#send(stream, queue, entry);
    }
  }

  /**
   * Streams that may want an event. Single devices, and what is kept of a station, are for those alone that name them: to ask each of thousands for each
   * of a thousand devices took seconds, in which nobody else had a turn.
   */
  #concerned({ event, stationId, deviceId }: StreamEvent): Iterable<OpenStream> {
    if (event.type === 'points') return this.#byDevice.of(deviceId);
    if (event.type === 'device' || event.type === 'stationChanged')
      return new Set([...this.#byDevice.of(deviceId), ...this.#byStation.of(stationId)]);
    return this.#streams.keys();
  }

  #send(stream: OpenStream, queue: Queue, entry: StreamEvent): void {
    const lines = linesFor(stream.subscription, entry);
    if (lines === '') return;
    if (!this.#mayWait(queue, stream.sink.waiting() + queue.text.length)) this.#cut(stream);
    else if (queue.text === '' && this.#streams.size <= FEW_STREAMS) stream.sink.write(lines);
    else {
      queue.text += lines;
      this.#told.add(stream);
      if (!this.#isWriting) setTimeout(() => this.#writeTold(), this.#gatherMs).unref();
      this.#isWriting = true;
    }
  }

  #writeTold(): void {
    const until = performance.now() + SLICE_MS;
    for (const stream of this.#told) {
      if (performance.now() > until) {
        setImmediate(() => this.#writeTold());
        return;
      }
      this.#told.delete(stream);
      const queue = this.#streams.get(stream);
      if (!queue || queue.text === '') continue;
      stream.sink.write(queue.text);
      queue.text = '';
    }
    this.#isWriting = false;
  }

  #mayWait(queue: Queue, bytes: number): boolean {
    if (bytes > this.#longestQueue) return false;
    const isMore = bytes > this.#usualQueue;
    if (!isMore && !queue.isHolding) return true;
    queue.isHolding = isMore;
    return queue.held.grow(isMore ? bytes : 0);
  }

  #tick(): void {
    const now = performance.now();
    const stoodStill = now - this.#lastTick > this.#stillMs;
    this.#lastTick = now;
    if (!stoodStill) return;
    for (const stream of this.#streams.keys()) {
      this.#streams.delete(stream);
      stream.sink.end();
    }
  }

  /** Who has read meanwhile holds less. */
  #beat(): void {
    for (const [stream, queue] of this.#streams)
      if (!this.#mayWait(queue, stream.sink.waiting() + queue.text.length)) this.#cut(stream);
    this.#rounds.beginUsual();
  }

  #cut(stream: OpenStream): void {
    if (!this.#streams.delete(stream)) return;
    this.#dropped += 1;
    stream.sink.end();
  }

  /** It may have left the station by which those who watch it see it. */
  #deviceChanged(deviceId: number): void {
    this.#deviceChangedAt = performance.now();
    this.#ring.deviceChanged(deviceId);
    for (const stream of this.#byDevice.of(deviceId)) if (this.#streams.has(stream)) void this.#renew(stream);
  }

  /** The streams of one person, or (null) of everybody. */
  #renewAll(userId: number | null): void {
    this.#accessChangedAt = performance.now();
    if (userId === null) return this.#rounds.begin();
    for (const stream of this.#streams.keys())
      if (stream.userId === null || stream.userId === userId) void this.#renew(stream);
  }
}

/** Empty for what a stream does not carry. */
function linesFor(subscription: Subscription, entry: StreamEvent): string {
  if (!subscription.wants(entry)) return '';
  return subscription.masked ? entry.maskedLines : entry.lines;
}
