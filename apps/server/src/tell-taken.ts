import { setTimeout as delay } from 'node:timers/promises';
import { completeLatestOf } from './features/telemetry/index.ts';
import { messageOf } from './platform/errors.ts';
import type { Platform } from './platform/platform.ts';
import { untilStoresAnswer } from './platform/until-stores-answer.ts';

/** By then every server that stores samples has heard where a device belongs, and its rows go to whoever decides over it. */
const HEARD_MS = 15_000;

/**
 * Tells of devices that another server decided over until now, when table `latest` holds what was stored of them: other servers write it each half
 * minute. Once more a while later, because a server that had not heard of the change sent the rows that it stored meanwhile to whoever decided before.
 */
export function tellTaken(
  platform: Pick<Platform, 'samples' | 'log'>,
  tell: (deviceIds: readonly number[]) => void,
  heardMs = HEARD_MS,
): { take(deviceIds: readonly number[]): void; stop(): Promise<void> } {
  const { log } = platform;
  const stopping = new AbortController();
  const { signal } = stopping;
  const working = new Set<Promise<void>>();
  const complete = (deviceIds: readonly number[]) =>
    untilStoresAnswer(() => completeLatestOf(platform, deviceIds), {
      signal,
      log,
      name: 'newest values of devices that came from another server',
    });
  async function work(deviceIds: readonly number[]): Promise<void> {
    await complete(deviceIds);
    if (!signal.aborted) tell(deviceIds);
    await delay(heardMs, undefined, { ref: false, signal });
    await complete(deviceIds);
    if (!signal.aborted) tell(deviceIds);
  }
  return {
    take(deviceIds) {
      const done = work(deviceIds)
        .catch((error: unknown) => {
          if (!signal.aborted) log.error({ err: messageOf(error) }, 'devices of another server not taken');
        })
        .finally(() => working.delete(done));
      working.add(done);
    },
    async stop() {
      stopping.abort();
      await Promise.all(working);
    },
  };
}
