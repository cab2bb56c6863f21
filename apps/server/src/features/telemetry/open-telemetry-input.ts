import type { Platform } from '../../platform/platform.ts';
import { createIngest, type RunningIngest } from './ingest/create-ingest.ts';
import { openLatest, type Latest } from './latest/latest-store.ts';
import { openPointRegistry, type PointRegistry } from './points/point-registry.ts';

/** The way in: what gateways write to, and the newest values of what came. */
export interface TelemetryInput {
  ingest: RunningIngest;
  points: PointRegistry;
  latest: Latest;
  /** Call after the gateways have stopped: writes what is open. */
  stop(): Promise<void>;
}

/** Opens point registry, newest values and writer, in the order they need each other. */
export async function openTelemetryInput(platform: Platform): Promise<TelemetryInput> {
  const [points, latest] = await Promise.all([openPointRegistry(platform), openLatest(platform)]);
  const ingest = createIngest(platform, points);
  return {
    ingest,
    points,
    latest,
    async stop() {
      await ingest.stop();
      await latest.stop();
    },
  };
}
