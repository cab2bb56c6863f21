import { openFleet } from '../src/features/fleet/index.ts';
import { openTelemetryInput, type TelemetryInput } from '../src/features/telemetry/index.ts';
import type { DeviceDirectory } from '../src/platform/ingest.ts';
import type { Platform } from '../src/platform/platform.ts';

/** What a gateway stands on: the devices it may let in, and the way in of what they send. */
export interface GatewayInput extends TelemetryInput {
  directory: DeviceDirectory;
}

export async function openGatewayInput(platform: Platform): Promise<GatewayInput> {
  const fleet = await openFleet(platform);
  const input = await openTelemetryInput(platform, fleet);
  return {
    ...input,
    directory: fleet.directory,
    async stop() {
      await input.stop();
      await fleet.stop();
    },
  };
}
