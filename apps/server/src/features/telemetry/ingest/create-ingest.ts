import { randomUUID } from 'node:crypto';
import { isMeasurable, LIMITS } from '@sunfleet/contract';
import { AppError } from '../../../platform/errors.ts';
import type { Ingest, KnownDevice, RawFrame, Reading, SampleBlock } from '../../../platform/ingest.ts';
import { siteOrNetwork } from '../../../platform/network-of.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createRepeatedLines } from '../../../platform/repeated-lines.ts';
import type { PointRegistry } from '../points/point-registry.ts';
import type { Recordings } from '../points/recordings/open-recordings.ts';
import type { Payer } from '../quota/sample-account.ts';
import type { SampleQuota } from '../quota/sample-quota.ts';
import { createArchiveRoom } from './archive-room.ts';
import { createClockErrors } from './clock-errors.ts';
import { storeBlock } from './block-store.ts';
import { createFrameArchive } from './frame-archive.ts';
import { createSampleWriter } from './sample-writer.ts';
import { writerHealth } from './writer-health.ts';

const WARN_EVERY_MS = 60_000;
/** Of devices that nothing is known of. */
const NOBODY: Payer = { share: 'nobody', organisationId: null };

export interface RunningIngest extends Ingest {
  /** Epoch milliseconds: everything whose storing began before was announced. */
  storedUntil(): number;
  /** Writes what is open and ends. */
  stop(): Promise<void>;
}

interface IngestOptions {
  /** Without one there is no limit. */
  quota?: SampleQuota;
  /** Without them everything is stored as it is named. */
  recordings?: Pick<Recordings, 'apply'>;
  /** Milliseconds the first sample of a block waits for company. */
  lingerMs?: number;
}

/** The way of samples into the store; adds health part `telemetry` and announces `stored`. */
export function createIngest(
  platform: Pick<Platform, 'db' | 'samples' | 'clock' | 'bus' | 'health' | 'log' | 'config'>,
  points: PointRegistry,
  { quota, recordings, lingerMs }: IngestOptions = {},
): RunningIngest {
  const { samples, clock, bus, log } = platform;
  /** Blocks that are being stored: since when, and under which name however often they are tried. */
  const storing = new Map<SampleBlock, { since: number; token: string }>();
  const writer = createSampleWriter({
    async store(block) {
      const known = storing.get(block) ?? { since: clock.now(), token: randomUUID() };
      storing.set(block, known);
      await recordings?.apply(block);
      await storeBlock(samples, clock, block, known.token);
    },
    stored: (block) => {
      quota?.count(block);
      // Until its subscribers were called it is not announced.
      bus.publish('stored', block);
      storing.delete(block);
    },
    failed: (error) => log.warn({ err: error }, 'samples could not be stored, trying again'),
    memoryBytes: platform.config.ingestMemoryBytes,
    senderOf: (deviceId) => (quota?.payerOf(deviceId) ?? NOBODY).share,
    now: () => clock.now(),
    lingerMs,
  });
  const room = createArchiveRoom(platform);
  const repeated = createRepeatedLines(WARN_EVERY_MS);
  const archive = createFrameArchive({
    samples,
    room,
    failed: (error) => log.warn({ err: error }, 'frames not archived'),
    dropped: () =>
      repeated('dropped', (count) =>
        log.warn({ count }, 'frames beyond the room of the archive are dropped'),
      ),
  });
  const payerOf = (sender: RawFrame['sender']): Payer =>
    'deviceId' in sender
      ? (quota?.payerOf(sender.deviceId) ?? NOBODY)
      : { share: `network ${siteOrNetwork(sender.address)}`, organisationId: null };
  platform.health.add(writerHealth({ writer, archive }, platform));
  const clockErrors = createClockErrors(platform);
  const checkTime = (time: number) => checkSampleTime(time, clock.now());
  return {
    open: () => writer.open(),
    async asRecorded(block) {
      await recordings?.apply(block);
    },
    submit(block, withdrawn) {
      quota?.exempt(block);
      return writer.submit(block, withdrawn);
    },
    admit: (device, kind) => quota?.require(device.id, kind),
    room: () => writer.room(),
    pointId: (device, key) => points.pointId(device.id, key, senderOf(device)),
    checkTime,
    noteRefusal: (device, error) => clockErrors.note(device.id, error),
    storedUntil: () => Math.min(clock.now(), ...[...storing.values()].map(({ since }) => since)),
    archive: ({ sender, ...frame }) => archive.add(frame, payerOf(sender)),
    async store(device, readings, connection) {
      // A frame of V5 carries no proof of who sent it.
      const unproven = connection === 'v5';
      quota?.require(device.id, 'live');
      if (unproven) quota?.requireOfLogger(device.id);
      await writer.room();
      const ids = await idsOf(points, device, readings);
      try {
        for (const { time } of readings) checkTime(time);
      } catch (error) {
        clockErrors.note(device.id, error);
        throw error;
      }
      if (!readings.some(({ values }) => Object.keys(values).length > 0)) return;
      const block = writer.open();
      const before = block.length;
      for (const { time, values } of readings) {
        for (const key in values) block.add(device.id, ids.get(key)!, time, values[key]!);
      }
      const added = block.length - before;
      await block.commit();
      if (unproven) quota?.countOfLogger(device.id, added);
    },
    async stop() {
      await clockErrors.stop();
      await writer.stop();
      await archive.stop();
      await room.stop();
    },
  };
}

/** Point ids of all keys; throws before anything is stored when a key or a value is not acceptable. */
async function idsOf(
  points: PointRegistry,
  device: KnownDevice,
  readings: readonly Reading[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const registering = new Map<string, Promise<number>>();
  const sender = senderOf(device);
  for (const { values } of readings) {
    for (const key in values) {
      if (!isMeasurable(values[key]!)) throw new AppError('numberOutOfRange', { field: key });
      if (ids.has(key) || registering.has(key)) continue;
      const id = points.pointId(device.id, key, sender);
      if (typeof id === 'number') ids.set(key, id);
      else registering.set(key, id);
    }
  }
  for (const [key, id] of registering) ids.set(key, await id);
  return ids;
}

/** Who takes turns with others where new points are registered; an import knows the station alone. */
function senderOf({ organisationCode, stationId }: KnownDevice): string {
  if (organisationCode) return `organisation ${organisationCode}`;
  return stationId ? `station ${stationId}` : 'nobody';
}

/** Throws AppError `timeOutOfRange` for a time (epoch milliseconds) before the first loggers or beyond the tolerated clock error. */
export function checkSampleTime(time: number, now: number): void {
  if (time >= LIMITS.earliestSampleTime && time <= now + LIMITS.futureToleranceMs) return;
  const shown =
    Number.isFinite(time) && Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : String(time);
  throw new AppError('timeOutOfRange', { time: shown });
}
