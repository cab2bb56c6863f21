import { createSunlight, type OpenFleet } from '../src/features/fleet/index.ts';
import { openTelemetry, type Telemetry, type TelemetryInput } from '../src/features/telemetry/index.ts';
import type { Platform } from '../src/platform/platform.ts';
import { soleOwnership } from './sole-ownership.ts';

/** What is made of stored samples, on a test's platform that decides over everything. */
export function soleTelemetry(
  platform: Platform,
  fleet: OpenFleet,
  { ingest }: Pick<TelemetryInput, 'ingest'>,
): Telemetry {
  return openTelemetry(platform, {
    ownership: soleOwnership(platform),
    fleet,
    owned: fleet,
    sunlight: createSunlight(),
    storedUntil: () => ingest.storedUntil(),
  });
}
