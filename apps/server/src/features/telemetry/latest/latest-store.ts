import type { SampleBlock } from '../../../platform/ingest.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createSampleColumns, type SampleColumns } from '../../../platform/sample-columns.ts';
import { keptSince } from '../retention/kept-since.ts';
import { LatestValues, type DeviceLatest } from './device-latest.ts';
import { PointLayout } from './point-layout.ts';
import { RecentDevices } from './recent-devices.ts';
import { bringUpDevices, bringUpLatest, readLatest, readMark, writeLatest } from './latest.queries.ts';
import { mendLatest } from './mend-latest.ts';

/**
 * Milliseconds between two writes; longer when a write takes long, so that it costs a twentieth of the time at most. What a
 * crash leaves unwritten is brought up from the samples at the next start.
 */
const WRITE_EVERY_MS = 30_000;
const REST_FACTOR = 20;
/** Devices of one insert. */
const DEVICES_AT_ONCE = 20_000;
/** Devices that are brought up one by one. */
const FEW = 50;
/** Samples count as unwritten from this long before the last write on: clocks of devices differ. */
const OVERLAP_MS = 20 * 60_000;

type Parts = Pick<Platform, 'samples' | 'bus' | 'clock' | 'log' | 'config' | 'messages'>;

export interface Latest {
  /**
   * Newest values of each device, all of its points; from memory, and in one query from the store what memory does not hold. A device without
   * any never reported.
   */
  latestOf(deviceIds: readonly number[]): Promise<ReadonlyMap<number, DeviceLatest>>;
  /** Lets go of what memory holds of a device, written or not. */
  forget(deviceId: number): void;
  /**
   * Lets go of newest values of devices whose samples were removed, in memory and in the table; what is left takes their place. Rejects when
   * the store fails.
   */
  mend(deviceIds: readonly number[]): Promise<void>;
  /** Writes what changed and marks the table complete. */
  stop(): Promise<void>;
}

/**
 * Keeps the newest value of every point in memory and writes the changes to table `latest` in batches. When it is open, the
 * table holds everything that was ever stored, whatever became of the last process: states and alarms begin with it.
 */
export async function openLatest(platform: Parts, atOnce = DEVICES_AT_ONCE): Promise<Latest> {
  const { samples, clock } = platform;
  await completeLatest(platform);
  // From now on the table may be behind, until it is closed again.
  await writeLatest(samples, createSampleColumns(1), { at: clock.now(), clean: false });
  const store = new LatestStore(platform, atOnce);
  store.start();
  return store;
}

/**
 * Makes table `latest` hold everything that was stored until now, also what other servers have not written into it yet. They write in turn, far more
 * often than the span that is looked at behind the newest mark.
 */
export async function completeLatest({ samples }: Pick<Platform, 'samples'>): Promise<void> {
  const mark = await readMark(samples);
  if (mark && !mark.clean) await bringUpLatest(samples, mark.at - OVERLAP_MS);
}

/** The same of some devices. */
export async function completeLatestOf(
  { samples }: Pick<Platform, 'samples'>,
  deviceIds: readonly number[],
): Promise<void> {
  const mark = await readMark(samples);
  if (!mark || mark.clean) return;
  const since = mark.at - OVERLAP_MS;
  // A statement for each of them.
  if (deviceIds.length <= FEW) await bringUpDevices(samples, deviceIds, since);
  else await bringUpLatest(samples, since);
}

class LatestStore implements Latest {
  readonly #platform: Parts;
  readonly #atOnce: number;
  readonly #devices = new RecentDevices();
  #layout = PointLayout.none();
  #dirty = new Set<LatestValues>();
  #timer: NodeJS.Timeout | undefined;
  #end: () => void = () => undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(platform: Parts, atOnce: number) {
    this.#platform = platform;
    this.#atOnce = atOnce;
  }

  start(): void {
    this.#end = this.#platform.bus.subscribe('stored', (block) => this.take(block));
    this.#rest(WRITE_EVERY_MS);
  }

  /** Takes samples in that are stored. */
  take(block: SampleBlock): void {
    const { length, devices, times } = block;
    let device: LatestValues | undefined;
    for (let start = 0, end = 0; start < length; start = end) {
      const id = devices[start]!;
      const time = times[start]!;
      while (end < length && devices[end] === id && times[end] === time) end += 1;
      if (device?.id !== id) device = this.#changing(id);
      device.take(block, start, end);
    }
  }

  async latestOf(deviceIds: readonly number[]): Promise<ReadonlyMap<number, DeviceLatest>> {
    const asked = new Map(deviceIds.map((id) => [id, this.#device(id)]));
    const missing = [...asked.values()].filter(({ complete }) => !complete);
    if (missing.length > 0) await this.#load(missing);
    return asked;
  }

  forget(deviceId: number): void {
    const device = this.#devices.get(deviceId);
    if (!device) return;
    device.dirty = false;
    this.#dirty.delete(device);
    this.#devices.delete(deviceId);
  }

  async mend(deviceIds: readonly number[]): Promise<void> {
    const { samples, clock, config } = this.#platform;
    const now = clock.now();
    const since = keptSince(config.rawRetentionDays, now) ?? 0;
    // Twice: while the table was mended first, memory may have read from it and been written.
    for (let round = 0; round < 2; round += 1) {
      for (const id of deviceIds) this.forget(id);
      await this.#writing;
      await mendLatest(samples, { devices: deviceIds, since, cluster: config.clickhouseCluster });
    }
    for (const id of deviceIds) this.forget(id);
    // What came since the table was written last was let go of, too.
    await bringUpDevices(samples, deviceIds, now - OVERLAP_MS);
    // Somebody may have asked meanwhile.
    for (const id of deviceIds) this.#askAgain(id);
  }

  async stop(): Promise<void> {
    this.#end();
    clearTimeout(this.#timer);
    await this.#writing;
    // Another server may not have written yet what it knows.
    await this.#write(this.#platform.messages === undefined);
  }

  /** What was read of a device before may be old. What came since is known. */
  #askAgain(id: number): void {
    const device = this.#devices.get(id);
    if (device && !device.dirty) this.#devices.delete(id);
    else if (device) device.complete = false;
  }

  #device(id: number): LatestValues {
    const known = this.#devices.get(id);
    if (known) return known;
    if (this.#layout.isFull) this.#layout = PointLayout.none();
    const device = new LatestValues(id, this.#layout);
    this.#devices.set(device);
    return device;
  }

  #changing(id: number): LatestValues {
    const device = this.#device(id);
    if (!device.dirty) this.#dirty.add(device);
    return device;
  }

  async #load(devices: readonly LatestValues[]): Promise<void> {
    const byId = new Map(devices.map((device) => [device.id, device]));
    const block = await readLatest(this.#platform.samples, [...byId.keys()]);
    for (let row = 0; row < block.length; row += 1) {
      const device = byId.get(block.devices[row]!);
      device?.restore(block.points[row]!, block.times[row]!, block.values[row]!);
    }
    for (const device of devices) device.complete = true;
  }

  #rest(milliseconds: number): void {
    this.#timer = setTimeout(() => {
      const began = performance.now();
      this.#writing = this.#write(false)
        .catch((error: unknown) => this.#platform.log.warn({ err: error }, 'latest values not written'))
        .then(() => this.#rest(Math.max(WRITE_EVERY_MS, REST_FACTOR * (performance.now() - began))));
    }, milliseconds);
    this.#timer.unref();
  }

  async #write(clean: boolean): Promise<void> {
    const dirty = [...this.#dirty];
    this.#dirty = new Set();
    if (dirty.length > 0 || clean) await this.#writeAll(dirty, clean);
    this.#devices.age();
  }

  /** In parts, because the rows of a large fleet are hundreds of megabytes; the mark comes with the last of them. */
  async #writeAll(dirty: readonly LatestValues[], clean: boolean): Promise<void> {
    const at = this.#platform.clock.now();
    let from = 0;
    do {
      const part = dirty.slice(from, from + this.#atOnce);
      const isLast = from + part.length === dirty.length;
      try {
        await writeLatest(this.#platform.samples, rowsOf(part), isLast ? { at, clean } : undefined);
      } catch (error) {
        for (const device of part) device.dirty = true;
        for (const device of dirty.slice(from)) if (device.dirty) this.#dirty.add(device);
        throw error;
      }
      from += this.#atOnce;
    } while (from < dirty.length);
  }
}

/** What is to be written of devices; what comes from now on is to be written again. */
function rowsOf(devices: readonly LatestValues[]): SampleColumns {
  const rows = createSampleColumns(Math.max(1, devices.length * 16));
  for (const device of devices) {
    // Somebody has let go of it meanwhile.
    if (!device.dirty) continue;
    device.dirty = false;
    const { id, points, values } = device;
    for (let place = 0; place < points.length; place += 1)
      rows.add(id, points[place]!, device.timeAt(place), values[place]!);
  }
  return rows;
}
