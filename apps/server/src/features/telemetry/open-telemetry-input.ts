import type { Platform } from '../../platform/platform.ts';
import { createIngest, type RunningIngest } from './ingest/create-ingest.ts';
import { forgetFreed } from './latest/forget-freed.ts';
import { forgetRemoved } from './latest/forget-removed.ts';
import { openLatest, type Latest } from './latest/latest-store.ts';
import { openSampleQuota, type SampleQuota } from './quota/sample-quota.ts';
import { openPointRegistry, type PointRegistry } from './points/point-registry.ts';
import { openRecordings } from './points/recordings/open-recordings.ts';
import type { OpenFleet } from '../fleet/index.ts';

/** The way in: what gateways write to, and the newest values of what came. */
export interface TelemetryInput {
  ingest: RunningIngest;
  points: PointRegistry;
  latest: Latest;
  quota: SampleQuota;
  /** Call after the gateways have stopped: writes what is open. */
  stop(): Promise<void>;
}

/** Opens point registry, newest values and writer, in the order they need each other. */
export async function openTelemetryInput(platform: Platform, fleet: OpenFleet): Promise<TelemetryInput> {
  const [points, latest, quota] = await Promise.all([
    openPointRegistry(platform),
    openLatest(platform),
    openSampleQuota(platform, fleet),
  ]);
  const recordings = await openRecordings(platform, { fleet, points });
  const ingest = createIngest(platform, points, { quota, recordings });
  const endForgetting = forgetFreed(fleet, latest);
  const endRemoving = forgetRemoved(platform, latest);
  return {
    ingest,
    points,
    latest,
    quota,
    async stop() {
      await ingest.stop();
      await recordings.stop();
      endForgetting();
      await endRemoving();
      await quota.stop();
      await latest.stop();
    },
  };
}
