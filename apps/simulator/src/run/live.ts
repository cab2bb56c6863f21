import { scatter } from '../physics/noise.ts';
import { isHeard } from '../station/is-heard.ts';
import { readDevice } from '../station/read-device.ts';
import type { Feed } from './feeds.ts';
import type { LiveStation, Simulation } from './simulation.ts';

export interface LiveOptions {
  now(): number;
  /** Seconds between two readings of every device; undefined: each at its own pace. */
  interval: number | undefined;
  onProblem(message: string): void;
}

/** Seconds between two unreadable uploads of a logger whose device is polled: it only tells that it lives. */
const RAW_UPLOAD_SECONDS = 300;

/** Sends what is due, once: each device at its own moment within its interval, so that not all speak at once. */
export function tick(simulation: Simulation, feeds: readonly Feed[], options: LiveOptions): void {
  const now = options.now();
  const stepped = new Set<LiveStation>();
  for (const feed of feeds) {
    const due = isDue(feed, now, options.interval);
    if (!due) continue;
    if (!stepped.has(feed.station)) {
      simulation.step(feed.station, now);
      stepped.add(feed.station);
    }
    if (!isHeard(feed.station.model, feed.device)) cut(feed);
    else send(feed, options);
  }
}

function isDue(feed: Feed, now: number, interval: number | undefined): boolean {
  const { sn, intervalSeconds } = feed.device.device;
  const seconds = feed.pushes ? (interval ?? intervalSeconds) : RAW_UPLOAD_SECONDS;
  const slot = Math.floor(now / (seconds * 1000) + scatter(sn, 91));
  if (slot === feed.slot) return false;
  feed.slot = slot;
  return true;
}

function cut(feed: Feed): void {
  feed.live?.cut();
  if (feed.device.device.kind === 'logger') feed.logger?.close();
  // What the device measures meanwhile, its logger keeps and sends later.
  if (feed.live && feed.pushes) feed.live.add(read(feed));
}

function send(feed: Feed, options: LiveOptions): void {
  if (!feed.live) {
    void feed.logger?.upload().catch((error: Error) => options.onProblem(error.message));
    return;
  }
  feed.live.mend();
  feed.live.add(read(feed));
}

function read({ station, device }: Feed) {
  return readDevice(station.model, device, { light: station.light, detail: 'all' });
}
