import { randomUUID } from 'node:crypto';
import { createBurst } from '../../platform/burst.ts';
import { messageOf } from '../../platform/errors.ts';
import type { SampleBlock } from '../../platform/ingest.ts';
import { every } from '../../platform/jobs/every.ts';
import type { Messages } from '../../platform/messages/messages.ts';
import { PARTITIONS, partitionOf } from '../../platform/ownership/partitions.ts';
import type { Platform } from '../../platform/platform.ts';
import type { DeviceSighting } from '../../platform/topics.ts';
import type { OpenFleet } from '../fleet/index.ts';
import { encodeFacts, inMessages } from './fact-message.ts';
import type { FactPoints } from './fact-points.ts';
import { addSource, removeSource, renewSource } from './fact-sources.queries.ts';
import {
  BEAT_SUBJECT,
  CONNECTED_SUBJECT,
  rowsSubject,
  sightingsSubject,
  type AskConnected,
  type FactBeat,
  type FactSightings,
} from './subjects.ts';
import { thinBlock } from './thin-block.ts';

const BEAT_MS = 1000;
const RENEW_MS = 1500;
/** Sightings of the same moment are one message. */
const GATHER_MS = 20;
/** A message of a NATS server holds a megabyte; one that is larger is not sent, nor what is told after it. */
const SIGHTINGS_PER_MESSAGE = 5000;
/** No partition: rows of devices that this server has not heard of yet. */
const UNKNOWN = -1;

/** Tells servers that decide what this one stores. */
export interface RunningFactSource {
  /** Call after the last sample was stored. */
  stop(): Promise<void>;
}

type SourcePlatform = Pick<Platform, 'bus' | 'db' | 'clock' | 'log'>;

interface SourceParts {
  fleet: Pick<OpenFleet, 'device' | 'ensure'>;
  points: FactPoints;
  storedUntil: () => number;
  messages: Messages;
}

/**
 * Begins to tell which samples this server stores and which devices it sees, over messages that may be lost: the store is the record, messages
 * only say what is new in it. They are numbered, so that whoever misses one reads the store. The row of the source in PostgreSQL is there before
 * anything is stored.
 */
export async function openFactSource(
  platform: SourcePlatform,
  parts: SourceParts,
): Promise<RunningFactSource> {
  const source = new Source(platform, parts);
  await source.begin();
  return source;
}

class Source implements RunningFactSource {
  readonly #platform: SourcePlatform;
  readonly #parts: SourceParts;
  #id = randomUUID();
  #numbers = new Uint32Array(PARTITIONS);
  /** Up to when others certainly count on this source. */
  #renewedUntil = 0;
  /** Since when rows of devices wait that this server has not heard of yet, epoch milliseconds. */
  readonly #waiting = new Map<SampleBlock, number>();
  /** Devices whose connection stands. */
  readonly #connected = new Map<number, DeviceSighting>();
  readonly #ends: (() => void | Promise<void>)[] = [];
  readonly #seen = createBurst<DeviceSighting>(
    GATHER_MS,
    async (sightings) => this.#tellSeen(sightings),
    (error) => this.#platform.log.warn({ err: error }, 'sightings not told to other servers'),
  );

  constructor(platform: SourcePlatform, parts: SourceParts) {
    this.#platform = platform;
    this.#parts = parts;
  }

  async begin(): Promise<void> {
    const { bus, clock, log } = this.#platform;
    const { messages } = this.#parts;
    this.#renewedUntil = clock.now();
    await this.#register();
    const beating = every(BEAT_MS, async () => this.#beat(), { log, name: 'beat of stored samples' });
    const renewing = every(RENEW_MS, () => this.#renew(), { log, name: 'row of a source of samples' });
    this.#ends.push(
      bus.subscribe('stored', (block) => this.#tellStored(block)),
      bus.subscribe('deviceSeen', (seen) => this.#takeSeen(seen)),
      bus.subscribe('deviceMoved', ({ deviceId }) => void this.#connected.delete(deviceId)),
      messages.hear<AskConnected>(CONNECTED_SUBJECT, ({ partitions }) => {
        this.#beat();
        this.#tellConnected(partitions);
      }),
      () => beating.stop(),
      () => renewing.stop(),
    );
    this.#beat();
  }

  async stop(): Promise<void> {
    for (const end of this.#ends) await end();
    await this.#seen.flush();
    this.#beat({ isLast: true });
    await removeSource(this.#platform.db, this.#id);
  }

  async #register(): Promise<void> {
    const server = `${process.pid}`;
    await addSource(this.#platform.db, { id: this.#id, server, unheardSince: this.#renewedUntil });
  }

  /** One that was held to be gone begins anew: what it stored meanwhile nobody counts on having heard. */
  async #renew(): Promise<void> {
    const { db, log } = this.#platform;
    const storedUntil = this.#toldUntil();
    if (await renewSource(db, this.#id)) {
      this.#renewedUntil = storedUntil;
      return;
    }
    log.warn('other servers held this one to be gone; what it stored meanwhile is read from the store');
    await removeSource(db, this.#id);
    this.#id = randomUUID();
    this.#numbers = new Uint32Array(PARTITIONS);
    await this.#register();
    this.#beat();
  }

  #beat(last: Pick<FactBeat, 'isLast'> = {}): void {
    const beat: FactBeat = {
      source: this.#id,
      storedUntil: this.#toldUntil(),
      numbers: [...this.#numbers],
      ...last,
    };
    this.#parts.messages.send(BEAT_SUBJECT, beat);
  }

  /** Epoch milliseconds: everything whose storing began before was told. */
  #toldUntil(): number {
    return Math.min(this.#parts.storedUntil(), ...this.#waiting.values());
  }

  #tellStored(block: SampleBlock): void {
    const parts = thinBlock(block, this.#parts.points, (id) => this.#partitionOf(id) ?? UNKNOWN);
    const unknown = parts.get(UNKNOWN);
    parts.delete(UNKNOWN);
    this.#tellRows(parts);
    if (unknown) void this.#tellLater(unknown);
  }

  /** The announcement of a device may still be under way. One that is gone is of no interest. */
  async #tellLater(rows: SampleBlock): Promise<void> {
    const { fleet, points, storedUntil } = this.#parts;
    this.#waiting.set(rows, storedUntil());
    try {
      await fleet.ensure([...new Set(rows.devices.subarray(0, rows.length))]);
      this.#tellRows(thinBlock(rows, points, (id) => this.#partitionOf(id)));
      this.#waiting.delete(rows);
    } catch (error) {
      this.#platform.log.warn({ err: messageOf(error) }, 'devices of stored samples are read again');
      setTimeout(() => void this.#tellLater(rows), BEAT_MS).unref();
    }
  }

  #tellRows(parts: ReadonlyMap<number, SampleBlock>): void {
    const { messages } = this.#parts;
    for (const [partition, rows] of parts) {
      for (const part of inMessages(rows)) {
        const number = (this.#numbers[partition]! += 1);
        messages.sendBytes(rowsSubject(partition), encodeFacts({ source: this.#id, number, block: part }));
      }
    }
  }

  #takeSeen(seen: DeviceSighting): void {
    const holds = seen.connection === 'mqtt' || seen.connection === 'v5';
    if (holds && seen.online) this.#connected.set(seen.deviceId, seen);
    else if (holds) this.#connected.delete(seen.deviceId);
    this.#seen.add(seen);
  }

  #tellSeen(sightings: readonly DeviceSighting[]): void {
    const parts = Map.groupBy(sightings, ({ deviceId }) => this.#partitionOf(deviceId));
    for (const [partition, those] of parts) {
      if (partition === undefined) continue;
      for (let from = 0; from < those.length; from += SIGHTINGS_PER_MESSAGE) {
        const part: FactSightings = { sightings: those.slice(from, from + SIGHTINGS_PER_MESSAGE) };
        this.#parts.messages.send(sightingsSubject(partition), part);
      }
    }
  }

  #tellConnected(partitions: readonly number[]): void {
    const asked = new Set(partitions);
    for (const seen of this.#connected.values()) {
      const partition = this.#partitionOf(seen.deviceId);
      if (partition !== undefined && asked.has(partition)) this.#seen.add(seen);
    }
  }

  #partitionOf(deviceId: number): number | undefined {
    const device = this.#parts.fleet.device(deviceId);
    return device && partitionOf(device);
  }
}
