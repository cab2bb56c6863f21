import type { Platform } from '../../platform/platform.ts';
import { createSunlight, type OpenFleet, type SunlightOf } from '../fleet/index.ts';
import { forgetFreed } from './latest/forget-freed.ts';
import { forgetRemoved } from './latest/forget-removed.ts';
import type { TelemetryInput } from './open-telemetry-input.ts';
import { createRollUps, type RollUps } from './roll-up/create-roll-ups.ts';

/** What is made of stored samples: roll-ups. */
export interface Telemetry {
  fleet: OpenFleet;
  sunlight: SunlightOf;
  rollUps: RollUps;
  /** Call after the input has stopped: its last block still counts. */
  stop(): Promise<void>;
}

/**
 * Opens the listeners to stored samples. Call it before the gateways open, so that nothing is missed. Start the roll-ups when
 * all listeners to their energies are there.
 */
export async function openTelemetry(
  platform: Platform,
  fleet: OpenFleet,
  { ingest, latest }: Pick<TelemetryInput, 'ingest' | 'latest'>,
): Promise<Telemetry> {
  const sunlight = createSunlight();
  const endForgetting = forgetFreed(fleet, latest);
  const endRemoving = forgetRemoved(platform, latest);
  const rollUps = createRollUps(platform, { fleet, sunlight, ingest });
  return {
    fleet,
    sunlight,
    rollUps,
    async stop() {
      endForgetting();
      await endRemoving();
      await rollUps.stop();
    },
  };
}
