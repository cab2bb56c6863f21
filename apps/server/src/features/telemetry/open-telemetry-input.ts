import type { DeviceDirectory, Ingest } from '../../platform/ingest.ts';
import type { Platform } from '../../platform/platform.ts';
import { openDeviceDirectory } from './devices-directory/device-directory.ts';
import { createIngest } from './ingest/create-ingest.ts';
import { openLatest, type Latest } from './latest/latest-store.ts';
import { openPointRegistry, type PointRegistry } from './points/point-registry.ts';

/** The way in: what gateways write to, and the newest values of what came. */
export interface TelemetryInput {
  directory: DeviceDirectory;
  ingest: Ingest;
  points: PointRegistry;
  latest: Latest;
  /** Call after the gateways have stopped: writes what is open. */
  stop(): Promise<void>;
}

/** Opens directory, point registry, newest values and writer, in the order they need each other. */
export async function openTelemetryInput(platform: Platform): Promise<TelemetryInput> {
  const [directory, points, latest] = await Promise.all([
    openDeviceDirectory(platform),
    openPointRegistry(platform.db),
    openLatest(platform),
  ]);
  const ingest = createIngest(platform, points);
  return {
    directory,
    ingest,
    points,
    latest,
    async stop() {
      await ingest.stop();
      await latest.stop();
      await directory.stop();
    },
  };
}
